#include <span>
#include <string>

#include "engines/embedded_file.h"
#include "referee/games/adapters.h"

namespace engines {
std::span<const EmbeddedFile> racket_driver();  // made by embed_files
}

namespace referee {
namespace {

/// Racket runs racket/lightcycle.rkt with the file.
InterpreterStart start_racket(const InterpretedSubmission& submission) {
  InterpreterStart start;
  for (const engines::EmbeddedFile& file : engines::racket_driver()) {
    start.files.push_back({"driver/" + std::string(file.name) + ".rkt", std::string(file.text)});
  }
  start.environment = {{"PLT_CS_DEBUG", "1"}};  // messages name lines; programs run as fast as without it
  // -U: ignores packages of the user, because a sandbox does not have them either.
  start.arguments = {"-U", submission.place + "/driver/lightcycle.rkt", submission.path};
  return start;
}

}  // namespace

constexpr Adapter kLightcycleRacket{.name = "lightcycle-racket",
                                    .game = "lightcycle",
                                    .interpreter = "racket",
                                    .package = "racket",
                                    .takes = SubmissionKind::file,
                                    .expects = "a Scheme file that defines LightCycle_first_last",
                                    .interpreted = start_racket,
                                    .start = kInterpreterStart};

}  // namespace referee
