#pragma once

#include <string>
#include <vector>

#include "tests/world/tournament_world.h"

namespace world {

/// What is wrong with a tournament that was played to its end, a sentence for each fault; empty: nothing.
/// Each check is in a file of its own.
std::vector<std::string> faults_of(const TournamentWorld& world);

/// Each match has one attempt that counts, or on a ladder none, and none is still running; each attempt has a
/// seed of its own, unless its instance names one or all play the game.
void check_counts(const TournamentWorld& world, std::vector<std::string>& faults);
/// Nobody was sent what he must not know then: seeds and salts, what another seat sees or others have yet to
/// play, tokens, standard error of others.
void check_secrets(const TournamentWorld& world, std::vector<std::string>& faults);
/// Spectators were shown what they may see: entrants by names of their own, rounds that are not to wait, and
/// the positions of matches.
void check_pages(const TournamentWorld& world, std::vector<std::string>& faults);
/// Each result that a bot was told is in the store, whatever has ended the referee's process since.
void check_acknowledged(const TournamentWorld& world, std::vector<std::string>& faults);
/// A bot that does nothing wrong is told no fault, whatever befalls the referee, its machine and its disk.
void check_honest(const TournamentWorld& world, std::vector<std::string>& faults);
/// The file of a launched bot's words has what its programs have printed, match by match; none of them runs
/// on after the end; and no entrant is absent whose program never fails to start.
void check_launched(const TournamentWorld& world, std::vector<std::string>& faults);
/// What the arbiter was told is done is done, and nobody without a token is let in.
void check_people(const TournamentWorld& world, std::vector<std::string>& faults);
/// Play begins when all have come who are waited for, or the arbiter starts it; games wait for their players
/// no longer than the rules say; who is absent from two in a row is withdrawn; and during a pause no game is
/// called.
void check_attendance(const TournamentWorld& world, std::vector<std::string>& faults);
/// An entrant whose bots are handed in plays with the version that its records name, with one version in a
/// round, and with the newest of those that were there before the round was paired.
void check_versions(const TournamentWorld& world, std::vector<std::string>& faults);
/// Each record is true (`referee verify`).
void check_records(const TournamentWorld& world, std::vector<std::string>& faults);
/// Records of Planets, Walls and Light Cycle show nothing that their rules forbid, such as a ship on an
/// asteroid, a player off the board, or a cell for the slower of two.
void check_rules(const TournamentWorld& world, std::vector<std::string>& faults);
/// A record that was changed is not true any more, also if its digest and its seal are those of the change.
void check_damage(const TournamentWorld& world, std::vector<std::string>& faults);
/// Workers, whatever they do, have made nothing count but true records of the attempts and seeds that were
/// posted, and no bot absent and no match put off unless as many of them have failed with it as has to be.
void check_workers(const TournamentWorld& world, std::vector<std::string>& faults);
/// No bot was charged less than it took between its read of a turn and its answer, or more than that and the
/// way there and back, a launched bot exactly the processor time that it used; and who was late by that, and
/// nobody else, was told so.
void check_verdicts(const TournamentWorld& world, std::vector<std::string>& faults);
/// Pairings keep referee/tournament/RULES.md: nobody plays twice in a round or more games than it takes; who
/// meets whom, how often, with which first seat; who has a bye.
void check_pairings(const TournamentWorld& world, std::vector<std::string>& faults);
/// The rounds of a small Swiss at tables of two are those that trying all pairings finds best by FIDE C.04.3.
void check_dutch(const TournamentWorld& world, std::vector<std::string>& faults);
/// The standings in the reports are those of the stored results, and have the points and places that the
/// rules give, and the longest turns are those of the records.
void check_standings(const TournamentWorld& world, std::vector<std::string>& faults);
/// No bot is asked an earlier turn of an attempt again, unless turns were lost; and none is asked before it
/// is ready, or told to forget a match that goes on.
void check_turn_order(const TournamentWorld& world, std::vector<std::string>& faults);
/// It took no longer than its games one after the other in each round, each with all the time that it was
/// charged, the longest wait for its players and a little more.
void check_time(const TournamentWorld& world, std::vector<std::string>& faults);

}  // namespace world
