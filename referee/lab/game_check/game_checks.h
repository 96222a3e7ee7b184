#pragma once

#include <span>
#include <string_view>

#include "referee/lab/check.h"
#include "referee/rules/rules_program.h"

namespace referee::game_check {

/// What a game of one's own has to do right (protocol/RULES_PROGRAM.md), in the order of the report.
extern const Check kFolder;
extern const Check kReadme;
extern const Check kServes;
extern const Check kAnswers;
extern const Check kNoError;
extern const Check kSame;
extern const Check kOrder;
extern const Check kRestart;
extern const Check kState;
extern const Check kListed;
extern const Check kUnlisted;
extern const Check kMalformed;
extern const Check kUnchanged;
extern const Check kEnds;
extern const Check kForfeits;
extern const Check kScores;
extern const Check kOptions;
extern const Check kSecrets;
extern const Check kPictures;
extern const Check kPainter;  ///< made by who has pages
extern const Check kRecords;
extern const Check kBots;
extern const Check kSpeed;
extern const Check kMemory;

/// What the author of a program can do against that fault of it: more exactly than kServes says.
std::string_view mend_of(rules::ProgramFault fault);

/// All of them, in the order of the report.
std::span<const Check* const> all();

}  // namespace referee::game_check
