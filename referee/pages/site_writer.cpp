#include "referee/pages/site_writer.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <memory>
#include <utility>

#include "referee/base/failure_text.h"
#include "referee/base/threads.h"
#include "referee/pages/site.h"
#include "referee/store/store.h"
#include "referee/tournament/run/report_pace.h"

namespace referee::pages {
namespace {

constexpr int kNice = 19;  // matches come first

/// On Linux the priority is that of the calling thread. Without it the site is written all the same.
void lower_priority() {
  if (::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice) != 0) {
    spdlog::debug("the thread that writes the site has the priority of the others");
  }
}

}  // namespace

SiteWriter::SiteWriter(StoreUri store, std::filesystem::path folder, PageTerms terms)
    : store_(std::move(store)),
      folder_(std::move(folder)),
      terms_(terms),
      thread_(start_thread("the thread that writes the site", [this] { work(); })) {}

SiteWriter::~SiteWriter() { end(); }

void SiteWriter::request() {
  {
    const std::lock_guard lock(mutex_);
    requested_ = true;
  }
  wake_.notify_one();
}

void SiteWriter::finish() {
  end();
  write();
}

void SiteWriter::end() {
  if (!thread_.joinable()) {
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void SiteWriter::work() {
  lower_priority();
  ReportPace pace;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return requested_ || ending_; });
    // The pace counts from the write before: a first one comes at once.
    if (!ending_ && pace.due() > std::chrono::steady_clock::now()) {
      wake_.wait_until(lock, pace.due(), [this] { return ending_; });
    }
    if (ending_) {
      return;
    }
    requested_ = false;
    lock.unlock();
    const TimePoint begun = std::chrono::steady_clock::now();
    write();
    pace.written(begun, std::chrono::steady_clock::now());
    lock.lock();
  }
}

void SiteWriter::write() {
  try {
    const std::unique_ptr<Store> store = open_store(store_, StoreAccess::read_only);
    SiteFolder folder(folder_);
    write_site(*store, terms_, folder);
  } catch (const std::exception& error) {
    spdlog::error("the site in {} is not up to date: {}", folder_.string(), failure_text(error));
  }
}

}  // namespace referee::pages
