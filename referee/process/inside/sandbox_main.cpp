// The first step of a confined program, alone: `referee` is one as well, but takes longer to load.
#include "referee/process/inside/inside.h"

int main() { return referee::become_confined_program(); }
