import sys;sys.path.insert(0,'/work/main/Benchmarks/train-shake')
import numpy as np
from movements import *
D=Movements('../shared/data/motion','rec.f32')
L=[l.split() for l in open('/work/main/Sources/BatonMotion/Shake/Model/shake.model')]
bias=float(L[1][1]);C={l[1]:np.array(l[3:],float).reshape(-1,2) for l in L if l[0]=='curve'}
s=bias+sum(np.interp(D.rows[:,i],C[f][:,0],C[f][:,1]) for i,f in enumerate(FEATURES))
b=D.best(s,0);src=np.array([D.source[x[0]] for x in D.bouts]);ip=b[src=='iphone10hz']
bars=[l for l in L if l[0]=='bars'];print(bars)
for th in (2,2.33,2.6,3,3.35,3.7): print(th,(ip>=th).sum())
# gaps between bouts
o=[(x[1],x[2]) for x,y in zip(D.bouts,src) if y=='iphone10hz'];print(np.percentile([o[i+1][0]-o[i][1] for i in range(len(o)-1)],[5,25,50]))
