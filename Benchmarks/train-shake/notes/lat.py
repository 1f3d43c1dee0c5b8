from cmp import *
import io,contextlib
M.CURVES=dict(base);M.CURVES.update(dict(pull=Z))
with contextlib.redirect_stdout(io.StringIO()): 
    T=Trainer(D,S)
full=T.learn();data=T.score(D,full)
r=RATES.index('50')
for i,(rec,on,end,has,bt) in enumerate(D.bouts):
    if not D.recordings[rec].get('clear'): continue
    a,b=D.segment(rec,r);t=D.time[a:b];m=(t>=on-.1)&(t<=on+1.3)
    print(D.recordings[rec]['id'],round(on,2),round(end,2),has)
    for j in np.flatnonzero(m)[::4]:
        print(f"   +{t[j]-on:.2f} {data[a+j]:.2f}",' '.join(f"{f[:5]}={v:.2f}" for f,v in zip(FEATURES,D.rows[a+j])))
