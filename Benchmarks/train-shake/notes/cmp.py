import sys;sys.path.insert(0,'/work/main/Benchmarks/train-shake')
import tmp_train as M
from tmp_train import *
D=Movements('../shared/data/motion','rec.f32');S=Movements('sim12','sim12.f32')
base=dict(CURVES)
def go(name,change,smooth=1e-4,rec=3,src=None):
    M.CURVES=dict(base);M.CURVES.update(change);M.SMOOTHNESS=smooth;M.RECORDED_WEIGHT=rec
    if src: M.SOURCE_WEIGHTS=src
    T=Trainer.__new__(Trainer);import io,contextlib
    with contextlib.redirect_stdout(io.StringIO()): T.__init__(D,S)
    full=T.learn();judged=T.units>LAST_TRAINING_SEED;sim=T.score(S,full,judged);data=T.score(D,full)
    bt=S.bouts;unit=np.array([T.units[b[0]] for b in bt])>LAST_TRAINING_SEED;strong=np.array([bool(S.recordings[b[0]].get('clear')) for b in bt]);up=np.array([b[4].get('vertical',0)>.8 for b in bt]);dev=np.array([S.source[b[0]] for b in bt])
    src_=np.array([D.source[b[0]] for b in D.bouts])
    o=judged&(S.kind=='ordinary');h=S.hours[o].sum()
    print(name,flush=True)
    for rn in ('50','25','12.5'):
        r=RATES.index(rn);p=S.peaks(sim,o,r);q=D.peaks(data,D.kind=='ordinary',r)
        b=S.best(sim,r);bd=D.best(data,r)
        line=[]
        for lab,bar in (('sim.04',p[int(.04*h)]),('sim.1',p[int(.1*h)]),('rec1',q[0]),('rec2',q[1])):
            bar+=.02;l=D.delays(data,bar,r)
            line.append(f"{lab} {bar:.2f}: min {min((b[unit&strong&(dev==d)]>=bar).mean() for d in np.unique(dev)):.2f} all {(b[unit&strong]>=bar).mean():.3f} up {(b[unit&strong&up]>=bar).mean():.2f} weak {(b[unit&~strong]>=bar).mean():.2f} ip {(bd[src_=='iphone10hz']>=bar).sum()} lat {np.percentile(l,50)*1000:.0f}/{np.percentile(l,90)*1000:.0f}")
        print('  ',rn,'rec',q[:4].round(2),' | '.join(line),flush=True)
Z=([0,1e9],0)
if __name__=='__main__':
    go('all',{})
    go('no run',dict(run=Z))
    go('no pull',dict(pull=Z))
    go('no run pull',dict(run=Z,pull=Z))
    go('run free',dict(run=([1,2,3,4,5,6,8],0)))
    go('no weightless',dict(weightless=Z))
