* A hexagon in the plane, by its six sides; the least x + y/4 over it stands at a corner.
NAME hexagon
ROWS
 N cost
 L right
 L upright
 L upleft
 L left
 L downleft
 L downright
COLUMNS
 x cost 1
 x right 1
 x upright 0.5
 x upleft -0.5
 x left -1
 x downleft -0.5
 x downright 0.5
 y cost 0.25
 y upright 0.8660254037844386
 y upleft 0.8660254037844386
 y downleft -0.8660254037844386
 y downright -0.8660254037844386
RHS
 rhs right 1 upright 1
 rhs upleft 1 left 1
 rhs downleft 1 downright 1
BOUNDS
 FR bnd x
 FR bnd y
ENDATA
