#include "referee/process/inside/process_counts.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <new>

namespace referee {
namespace {

using std::chrono::nanoseconds;

constexpr std::uint32_t kPlaces = 256;  // more than a bot may have processes

bool is_gone(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

}  // namespace

/// A file of zeros is one of these: nothing is constructed in it.
struct ProcessCounts::Shared {
  struct Place {
    std::atomic<pid_t> pid;  // 0: free
    std::atomic<std::int64_t> used_ns;
  };
  std::atomic<bool> counts;
  std::atomic<int> why_not;
  std::atomic<std::uint64_t> asked;
  std::atomic<std::uint64_t> made;
  std::atomic<std::uint64_t> ended;
  std::atomic<std::uint64_t> set;
  std::atomic<std::int64_t> of_ended_ns;
  std::atomic<std::uint32_t> places;  // those behind were never taken
  std::array<Place, kPlaces> place;
  std::atomic<bool> orphans;
  std::atomic<std::uint32_t> makers;
  std::array<std::atomic<pid_t>, kPlaces> maker;

  bool is_maker(pid_t pid) const {
    return std::find(maker.begin(), maker.begin() + makers, pid) != maker.begin() + makers;
  }
};

bool ProcessCounts::Look::is_as(const Look& other) const {
  return asked == other.asked && made == other.made && ended == other.ended && set == other.set;
}

nanoseconds ProcessCounts::Look::counted_of(pid_t pid) const {
  const auto found = std::ranges::find(ending, pid, &Ending::pid);
  return found == ending.end() ? nanoseconds{0} : found->used;
}

bool ProcessCounts::Look::has_ended(pid_t pid) const {
  return std::ranges::find(ending, pid, &Ending::pid) != ending.end();
}

ProcessCounts::ProcessCounts() : file_(::memfd_create("processes", MFD_CLOEXEC)) {
  if (file_.get() < 0 || ::ftruncate(file_.get(), sizeof(Shared)) != 0) {
    throw_errno("memory for counts of processes");
  }
  map();
}

ProcessCounts::ProcessCounts(FileDescriptor file) : file_(std::move(file)) { map(); }

void ProcessCounts::map() {
  void* const at = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (at == MAP_FAILED) {
    throw_errno("memory for counts of processes");
  }
  shared_ = static_cast<Shared*>(at);
}

ProcessCounts::~ProcessCounts() { ::munmap(shared_, sizeof(Shared)); }

/// A process that ends meanwhile changes `ended`: who needs figures of one moment looks again, and compares.
ProcessCounts::Look ProcessCounts::look() const {
  Look look;
  look.ended = shared_->ended;
  const std::uint32_t places = shared_->places;
  for (std::uint32_t i = 0; i < places; ++i) {
    if (const pid_t pid = shared_->place[i].pid; pid != 0) {
      look.ending.push_back({pid, nanoseconds(shared_->place[i].used_ns)});
    }
  }
  look.of_ended = nanoseconds(shared_->of_ended_ns);
  look.set = shared_->set;
  look.made = shared_->made;
  look.asked = shared_->asked;
  look.makers.assign(shared_->maker.begin(), shared_->maker.begin() + shared_->makers);
  look.orphans = shared_->orphans;
  return look;
}

bool ProcessCounts::counts() const { return shared_->counts; }
int ProcessCounts::why_not() const { return shared_->why_not; }
void ProcessCounts::begin() { shared_->counts = true; }
void ProcessCounts::cannot_begin(int error) { shared_->why_not = error; }
void ProcessCounts::note_asked(pid_t maker) {
  note_maker(maker);
  ++shared_->asked;
}
void ProcessCounts::note_made() { ++shared_->made; }
void ProcessCounts::note_set() { ++shared_->set; }

/// Once there are orphans it does not matter who has made a process.
void ProcessCounts::note_maker(pid_t maker) {
  if (shared_->orphans || shared_->is_maker(maker)) {
    return;
  }
  if (maker == 0 || shared_->makers == kPlaces) {
    shared_->orphans = true;
    return;
  }
  shared_->maker[shared_->makers] = maker;
  ++shared_->makers;
}

void ProcessCounts::note_ended(pid_t pid, nanoseconds used) {
  shared_->orphans = shared_->orphans || shared_->is_maker(pid);
  std::uint32_t free = kPlaces;
  for (std::uint32_t i = 0; i < shared_->places; ++i) {
    Shared::Place& place = shared_->place[i];
    if (place.pid == pid) {
      shared_->of_ended_ns += used.count() - place.used_ns;
      place.used_ns = used.count();
      return;
    }
    free = place.pid == 0 ? i : free;
  }
  if (free == kPlaces) {  // in a full table the last one gives way: it may then be charged twice, never less
    free = std::min(shared_->places.load(), kPlaces - 1);
  }
  take_place_of(free, pid, used);
}

void ProcessCounts::take_place_of(std::uint32_t number, pid_t pid, nanoseconds used) {
  // In this order: who reads meanwhile finds the time twice rather than not at all.
  shared_->of_ended_ns += used.count();
  Shared::Place& place = shared_->place[number];
  place.used_ns = used.count();
  place.pid = pid;
  shared_->places = std::max(shared_->places.load(), number + 1);
  ++shared_->ended;
}

void ProcessCounts::forget_those_gone() {
  for (std::uint32_t i = 0; i < shared_->places; ++i) {
    const pid_t pid = shared_->place[i].pid;
    if (pid != 0 && is_gone(pid)) {
      shared_->place[i].pid = 0;
    }
  }
  const auto end = shared_->maker.begin() + shared_->makers;
  shared_->orphans = shared_->orphans || std::any_of(shared_->maker.begin(), end, is_gone);
}

}  // namespace referee
