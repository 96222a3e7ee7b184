#include "referee/store/job_desk.h"
#include "referee/store/job_poster.h"
#include "referee/store/job_watch.h"
#include "referee/store/postgres_store.h"

namespace referee {
namespace {

[[noreturn]] void refuse(const StoreUri& uri) {
  throw NotAStore(
      "store " + uri.text() +
      ": this program is linked without PostgreSQL; the one of the Debian package, of the container and"
      " of a build from source has it");
}

}  // namespace

std::unique_ptr<Store> open_postgres_store(const StoreUri& uri, StoreAccess /*access*/) { refuse(uri); }

std::unique_ptr<JobDesk> open_job_desk(const StoreUri& uri, WorkerIdentity /*worker*/) { refuse(uri); }

std::unique_ptr<JobPoster> open_job_poster(const StoreUri& uri) { refuse(uri); }

std::unique_ptr<JobWatch> open_job_watch(const StoreUri& uri) { refuse(uri); }

void admit_workers(const StoreUri& uri, const std::string& /*role*/) { refuse(uri); }

bool make_way_in_postgres_store(const StoreUri& uri) { refuse(uri); }

void fill_postgres_store(const StoreUri& to, SqlDatabase& /*from*/) { refuse(to); }

}  // namespace referee
