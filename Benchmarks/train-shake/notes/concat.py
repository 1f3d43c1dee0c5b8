import numpy as np,json
off=0;out=open('simall.f32','wb')
for d in ('simA','simB','simC'):
    a=np.fromfile(d+'.f32',dtype='<f4').reshape(-1,17);a[:,0]+=off;a.tofile(out)
    off+=len(json.load(open(d+'/manifest.json'))['recordings'])
