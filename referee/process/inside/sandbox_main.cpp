// The first step of a launched program, alone: `referee` is one as well, but takes longer to load.
#include "referee/process/inside/first_step.h"

int main(int argc, char** argv) { return referee::first_step(argc, argv).value_or(2); }
