#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// The subcommands of the program. Each function adds one to `app`; when the command line names it, its exit
/// code goes to `code`.
namespace referee {

/// What the program returns; docs/GUIDE.md lists them. A bot's faults never change the code of a match or a
/// tournament.
namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kDifferent =
    1;  ///< verify, pair --check, check STORE, ask --exit-code: something differs; check-bot: violations
inline constexpr int kNoPairing = 1;       ///< pair: the rules allow none
inline constexpr int kNoStart = 1;         ///< check: a bot did not say hello
inline constexpr int kNotMet = 1;          ///< score: points below the threshold
inline constexpr int kNotIn = 1;           ///< collect: a hand-in is not in the tournament
inline constexpr int kUsage = 2;           ///< command line, option or file is wrong
inline constexpr int kInfrastructure = 3;  ///< the referee or its machine failed: worth a retry
inline constexpr int kWeakSandbox = 4;     ///< the machine gives a weaker sandbox than was asked for
inline constexpr int kSignal = 128;        ///< plus the signal's number
}  // namespace exit_code

// Tournaments.
void add_tournament_commands(CLI::App& app, int& code);  ///< `serve CONFIG` and `run CONFIG`
void add_check_command(CLI::App& app, int& code);        ///< `check CONFIG` and `check STORE`
void add_ctl_command(CLI::App& app, int& code);          ///< `ctl COMMAND`
std::vector<std::string> ctl_commands();                 ///< the names of what `ctl` asks for
void add_standings_command(CLI::App& app, int& code);    ///< `standings STORE`
void add_site_command(CLI::App& app, int& code);         ///< `site STORE DIR`
void add_web_command(CLI::App& app, int& code);          ///< `web STORE` and `web DIR`
void add_grade_command(CLI::App& app, int& code);        ///< `grade STORE`
void add_backup_commands(CLI::App& app, int& code);      ///< `backup STORE FILE` and `restore FILE STORE`
void add_store_command(CLI::App& app,
                       int& code);  ///< `store init STORE`, `store copy FROM TO`, `store admit STORE ROLE`
void add_worker_command(CLI::App& app, int& code);       ///< `worker --store STORE`
void add_workers_command(CLI::App& app, int& code);      ///< `workers STORE`
void add_bundle_command(CLI::App& app, int& code);       ///< `bundle DIR`
void add_forget_command(CLI::App& app, int& code);       ///< `forget STORE NAME`
void add_token_command(CLI::App& app, int& code);        ///< `token NAME...` and `token --roster FILE`
void add_collect_command(CLI::App& app, int& code);      ///< `collect DOWNLOAD --tournament T --out DIR`
void add_certificate_command(CLI::App& app, int& code);  ///< `certificate NAME...`
void add_pair_command(CLI::App& app, int& code);         ///< `pair FILE` and `pair --check FILE...`

// Matches and bots.
void add_match_command(CLI::App& app, int& code);      ///< `match GAME`
void add_play_command(CLI::App& app, int& code);       ///< `play GAME`
void add_join_command(CLI::App& app, int& code);       ///< `join HOST:PORT -- COMMAND...`
void add_submit_command(CLI::App& app, int& code);     ///< `submit URL BOT`
void add_score_command(CLI::App& app, int& code);      ///< `score RUBRIC -- COMMAND...`
void add_check_bot_command(CLI::App& app, int& code);  ///< `check-bot -- COMMAND...`

// Records.
void add_show_command(CLI::App& app, int& code);    ///< `show RECORD`
void add_verify_command(CLI::App& app, int& code);  ///< `verify RECORD...`
void add_ask_command(CLI::App& app, int& code);     ///< `ask RECORD -- COMMAND...`

/// `step`: the position of a game after given answers, without processes, clocks and records; once for a
/// program that starts it for each question (handouts/planets/e7planets_play.m), or request by request.
void add_step_command(CLI::App& app, int& code);
/// `sb-player` and `run-multiple`, which the scripts of those names start: the tools of the Superball
/// handout. As in the handout, wrong usage prints a usage line, and the exit code is 1.
void add_superball_commands(CLI::App& app, int& code);
/// `completion SHELL`: what a shell completes this command line with.
void add_completion_command(CLI::App& app, int& code);
/// `manual FOLDER`: the manual pages, for packages; it is not in the help.
void add_manual_command(CLI::App& app, int& code);
/// `prepare FILE`: a process of its own makes a version ready to play; it is not in the help.
void add_prepare_command(CLI::App& app, int& code);
/// The subcommand that `--as` starts in place of a bot; it is not in the help.
void add_adapt_command(CLI::App& app, int& code);

}  // namespace referee
