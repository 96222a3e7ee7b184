#include "sample_bots/cpp/runtime/bot.h"

// main() of each bot. The build says which one this is: SAMPLE_BOT is the name of its function.
namespace bots {

Program SAMPLE_BOT();

}  // namespace bots

int main(int argc, char** argv) { return bots::run(bots::SAMPLE_BOT(), argc, argv); }
