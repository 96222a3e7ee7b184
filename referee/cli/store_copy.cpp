#include "referee/cli/store_copy.h"

#include <iostream>
#include <memory>

#include "referee/base/text.h"
#include "referee/tournament/run/store_check.h"

namespace referee {

void copy_store(const StoreUri& from, const StoreUri& to, StoreAccess access) {
  const std::unique_ptr<Store> store = open_store(from, access);
  const StoreCheck check = check_stored(*store, CheckDepth::read);
  if (check.problem_count > 0) {
    throw NotAStore("store " + from.text() + " is damaged, and no copy is made: " + check.problems.front() +
                    (check.problem_count > 1 ? "; 'referee check " + from.text() + "' names the rest" : ""));
  }
  store->back_up(to);
  std::cout << escaped(to.text()) << ": " << counted(check.entrants, "entrant") << ", "
            << counted(check.rounds, "round") << ", " << counted(check.records, "record") << "\n";
}

}  // namespace referee
