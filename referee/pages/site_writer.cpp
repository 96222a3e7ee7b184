#include "referee/pages/site_writer.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <memory>
#include <utility>

#include "referee/base/failure_text.h"
#include "referee/pages/site.h"
#include "referee/store/store.h"

namespace referee::pages {

SiteWriter::SiteWriter(Tasks& tasks, StoreUri store, std::filesystem::path folder, PageTerms terms)
    : store_(std::move(store)),
      folder_(std::move(folder)),
      terms_(terms),
      clock_(tasks.clock()),
      thread_(tasks, "the thread that writes the site", ThreadPriority::lowest) {}

void SiteWriter::request() {
  if (!requested_.exchange(true)) {
    thread_.post([this] { thread_.post_at(pace_.due(), [this] { write_in_time(); }); });
  }
}

void SiteWriter::finish() {
  thread_.stop();
  write(Next::none);
}

/// On the thread. The pace counts from the write before: a first one comes at once.
void SiteWriter::write_in_time() {
  requested_ = false;
  const TimePoint begun = clock_.now();
  write(Next::follows);
  pace_.written(begun, clock_.now());
}

void SiteWriter::write(Next next) {
  try {
    const std::unique_ptr<Store> store = open_store(store_, StoreAccess::read_only);
    SiteFolder folder(folder_);
    const SiteCount count = write_site(*store, terms_, folder);
    if (count.unshown > 0) {
      spdlog::warn("the site in {} has {} games that cannot be shown; {}", folder_.string(), count.unshown,
                   count.why_unshown);
    }
  } catch (const std::exception& error) {
    spdlog::log(next == Next::none ? spdlog::level::err : spdlog::level::warn,
                "the site in {} is not up to date: {}", folder_.string(), failure_text(error));
  }
}

}  // namespace referee::pages
