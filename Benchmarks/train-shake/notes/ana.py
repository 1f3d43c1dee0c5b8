import sys;sys.path.insert(0,'/work/main/Benchmarks/train-shake')
from tmp_train import *
T=Trainer(Movements('../shared/data/motion','rec.f32'),Movements('sim12','sim12.f32'))
full=T.learn();sim=T.score(T.sim,full,T.units>LAST_TRAINING_SEED);
data=T.score(T.data,full)
def top(m,s,chosen,rate,k):
    out=[]
    for r in np.flatnonzero(chosen):
        a,b=m.segment(r,rate) or (0,0)
        if a<b:
            i=a+s[a:b].argmax();out.append((s[i],m.recordings[r]['id'],m.recordings[r].get('activity'),m.time[i],m.rows[i]))
    out.sort(key=lambda x:-x[0])
    for x in out[:k]: print(f"{x[0]:.2f} {x[1]} {x[2]} {x[3]:.1f}",' '.join(f"{f[:6]}={v:.2f}" for f,v in zip(FEATURES,x[4])))
for rn in ('50','25','12.5'):
    print('RATE',rn);r=RATES.index(rn)
    top(T.data,data,T.data.kind=='ordinary',r,7);print();top(T.sim,sim,(T.sim.kind=='ordinary')&(T.units>LAST_TRAINING_SEED),r,8)
# missed upright strong shakes at 50
r=RATES.index('50');b=T.sim.best(sim,r)
k=0
for i,(rec,o,e,_,bt) in enumerate(T.sim.bouts):
    if T.units[rec]>80 and T.sim.recordings[rec].get('clear') and bt.get('vertical',0)>.8 and b[i]<3 and k<14:
        a,z=T.sim.segment(rec,r);t=T.sim.time[a:z];m=(t>=o)&(t<=e+.5)
        if m.any():
            j=a+np.flatnonzero(m)[sim[a:z][m].argmax()];k+=1
            print(f"MISS {b[i]:.2f}",T.sim.recordings[rec]['id'],T.sim.recordings[rec]['sensor'],{q:round(v,2) for q,v in bt.items() if isinstance(v,(int,float))},' '.join(f"{f[:6]}={v:.2f}" for f,v in zip(FEATURES,T.sim.rows[j])))
print(np.round(T.model.heights,2)); 
for f,c in zip(FEATURES,T.model.curves()): print(f,np.round(c,2))
