// The name that newer lecture notes have for it.
#include "disjoint.h"
