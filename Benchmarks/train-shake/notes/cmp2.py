from cmp import *
W=dict(pull=Z)
X=dict(W);X['weaker-side']=([2,4,6,8,10,13,17,24,34],1);X['strength']=([2,3,4.5,6.5,9,12,16,22],1)
go('nopull',W)
go('wide knots',X)
go('wide knots smooth 3e-5',X,smooth=3e-5)
go('wide knots smooth 1e-5',X,smooth=1e-5)
Y=dict(X);Y['third-swing']=Z
go('no third 3e-5',Y,smooth=3e-5)
go('src x3 3e-5',X,smooth=3e-5,src={"iphone10hz": 6, "edgeml": 120, "jointly": 120, "st": 20})
