#include "rules.h"

int main() { return referee_game::serve<Rules>(); }
