#include "tests/world/simulated_disk.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "tests/support/temp_folder.h"

namespace world {
namespace {

constexpr const char* kName = "simulated disk";
constexpr std::size_t kSector = 512;  // bytes that a disk writes as a whole

sqlite3_vfs& real_vfs() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find("unix");
  return *vfs;
}

}  // namespace

/// A file of SQLite, followed in memory by that of the system.
struct alignas(std::max_align_t) SimulatedDisk::File {
  sqlite3_file base;
  SimulatedDisk* disk;
  std::string* name;  // of a file that SQLite keeps; null: a temporary one

  static File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
  static sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1);
  }
};

/// What SQLite calls.
struct SimulatedDisk::Vfs {
  static SimulatedDisk& disk(sqlite3_vfs* vfs) { return *static_cast<SimulatedDisk*>(vfs->pAppData); }
  static const sqlite3_io_methods& methods();
  static sqlite3_vfs& vfs();

  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    File& opened = File::of(file);
    opened.base.pMethods = nullptr;
    opened.disk = &disk(vfs);
    const int error = real_vfs().xOpen(&real_vfs(), name, File::real(file), flags, flags_out);
    if (error == SQLITE_OK) {
      opened.name = name != nullptr ? new std::string(name) : nullptr;
      opened.base.pMethods = &methods();
    }
    return error;
  }
  static int remove(sqlite3_vfs* vfs, const char* name, int sync) {
    if (const int error = disk(vfs).begin_change()) {
      return error;
    }
    disk(vfs).unsynced_.erase(name);
    return real_vfs().xDelete(&real_vfs(), name, sync);
  }

  static int close(sqlite3_file* file) {
    delete File::of(file).name;
    return File::real(file)->pMethods->xClose(File::real(file));
  }
  static int read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    return File::real(file)->pMethods->xRead(File::real(file), to, size, offset);
  }
  static int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    return change(file, offset, std::string(static_cast<const char*>(from), static_cast<std::size_t>(size)),
                  [&](sqlite3_file* real) { return real->pMethods->xWrite(real, from, size, offset); });
  }
  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    return change(file, size, "", [&](sqlite3_file* real) { return real->pMethods->xTruncate(real, size); });
  }
  static int sync(sqlite3_file* file, int flags) {
    if (const int error = File::of(file).disk->begin_change()) {
      return error;
    }
    if (File::of(file).name != nullptr) {
      File::of(file).disk->unsynced_.erase(*File::of(file).name);
    }
    (void)flags;
    return SQLITE_OK;  // to sync what is simulated would only take time
  }
  template <class Make>
  static int change(sqlite3_file* file, sqlite3_int64 offset, std::string after, Make make) {
    File& changed = File::of(file);
    if (const int error = changed.disk->begin_change()) {
      return error;
    }
    sqlite3_file* const real = File::real(file);
    if (changed.name != nullptr) {
      sqlite3_int64 size = 0;
      real->pMethods->xFileSize(real, &size);
      const sqlite3_int64 end = after.empty() ? size : offset + static_cast<sqlite3_int64>(after.size());
      std::string before(static_cast<std::size_t>(std::max<sqlite3_int64>(0, std::min(size, end) - offset)),
                         '\0');
      real->pMethods->xRead(real, before.data(), static_cast<int>(before.size()), offset);
      changed.disk->unsynced_[*changed.name].push_back(
          {static_cast<std::uint64_t>(offset), std::move(before), std::move(after)});
    }
    return make(real);
  }

  static int file_size(sqlite3_file* file, sqlite3_int64* size) {
    return File::real(file)->pMethods->xFileSize(File::real(file), size);
  }
  static int lock(sqlite3_file* file, int level) {
    return File::real(file)->pMethods->xLock(File::real(file), level);
  }
  static int unlock(sqlite3_file* file, int level) {
    return File::real(file)->pMethods->xUnlock(File::real(file), level);
  }
  static int reserved(sqlite3_file* file, int* is) {
    return File::real(file)->pMethods->xCheckReservedLock(File::real(file), is);
  }
  static int control(sqlite3_file* file, int what, void* argument) {
    return File::real(file)->pMethods->xFileControl(File::real(file), what, argument);
  }
  static int sector_size(sqlite3_file* file) {
    return File::real(file)->pMethods->xSectorSize(File::real(file));
  }
  /// Nothing: a write may be torn anywhere between sectors, and may come before an earlier one.
  static int characteristics(sqlite3_file* /*file*/) { return 0; }
  static int shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** at) {
    return File::real(file)->pMethods->xShmMap(File::real(file), page, size, extend, at);
  }
  static int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
    return File::real(file)->pMethods->xShmLock(File::real(file), offset, count, flags);
  }
  static void shm_barrier(sqlite3_file* file) { File::real(file)->pMethods->xShmBarrier(File::real(file)); }
  static int shm_unmap(sqlite3_file* file, int remove) {
    return File::real(file)->pMethods->xShmUnmap(File::real(file), remove);
  }
};

const sqlite3_io_methods& SimulatedDisk::Vfs::methods() {
  static const sqlite3_io_methods methods{
      2,          &close,    &read,    &write,       &truncate,        &sync,    &file_size, &lock,
      &unlock,    &reserved, &control, &sector_size, &characteristics, &shm_map, &shm_lock,  &shm_barrier,
      &shm_unmap, nullptr,   nullptr};
  return methods;
}

sqlite3_vfs& SimulatedDisk::Vfs::vfs() {
  static sqlite3_vfs vfs = [] {
    sqlite3_vfs made = real_vfs();
    made.szOsFile += static_cast<int>(sizeof(File));
    made.zName = kName;
    made.pNext = nullptr;
    made.xOpen = &open;
    made.xDelete = &remove;
    return made;
  }();
  return vfs;
}

// ---- the disk ----

SimulatedDisk::SimulatedDisk(std::filesystem::path folder, std::uint64_t seed)
    : folder_(std::move(folder)), left_(folder_.string() + ".left"), random_(seed) {
  Vfs::vfs().pAppData = this;
  if (sqlite3_vfs_register(&Vfs::vfs(), 1) != SQLITE_OK) {
    throw std::runtime_error("SQLite does not take the simulated disk");
  }
}

SimulatedDisk::~SimulatedDisk() {
  sqlite3_vfs_unregister(&Vfs::vfs());
  sqlite3_vfs_register(&real_vfs(), 1);
  std::error_code ignored;  // of a test's own folder
  std::filesystem::remove_all(left_, ignored);
}

int SimulatedDisk::begin_change() {
  if (++changes_ == crash_at_) {
    crash();
  }
  if (crashed_) {
    return SQLITE_IOERR;
  }
  if (changes_ >= fail_at_ && to_fail_ > 0) {
    --to_fail_;
    failed_ = true;
    return error_;
  }
  return SQLITE_OK;
}

void SimulatedDisk::fail_at(std::uint64_t changes, int error, std::uint64_t count) {
  fail_at_ = changes_ + changes;
  error_ = error;
  to_fail_ = count;
}

void SimulatedDisk::crash() {
  assert(!crashed_);
  crashed_ = true;
  std::filesystem::copy(folder_, left_, std::filesystem::copy_options::recursive);
}

void SimulatedDisk::restart(Crash crash) {
  assert(crashed_);
  std::filesystem::remove_all(folder_);
  std::filesystem::rename(left_, folder_);
  if (crash == Crash::power_loss) {
    for (const auto& [file, changes] : unsynced_) {
      lose(file, changes);
    }
    lose_turns();
  }
  unsynced_.clear();
  crash_at_ = to_fail_ = 0;
  crashed_ = failed_ = false;
}

/// Takes back what was not synced, and then does again what of it has come to the disk.
void SimulatedDisk::lose(const std::filesystem::path& file, const std::vector<Change>& changes) {
  std::string bytes = test_support::read_file(file);
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    bytes.resize(std::max<std::size_t>(bytes.size(), change->offset + change->before.size()));
    bytes.replace(change->offset, change->before.size(), change->before);
    if (change->before.size() < change->after.size()) {
      bytes.resize(change->offset + change->before.size());
    }
  }
  for (const Change& change : changes) {
    const std::size_t sectors = change.after.size() / kSector + 1;
    const std::size_t written = random_() % 2 == 0
                                    ? change.after.size()
                                    : std::min(change.after.size(), kSector * (random_() % sectors));
    if (change.after.empty()) {
      bytes.resize(random_() % 2 == 0 ? std::min(bytes.size(), change.offset) : bytes.size());
    } else if (written > 0) {
      bytes.resize(std::max(bytes.size(), change.offset + written));
      bytes.replace(change.offset, written, change.after, 0, written);
    }
  }
  test_support::write_file(file, bytes);
}

/// Files of turns are never synced (TurnFile).
void SimulatedDisk::lose_turns() {
  std::set<std::filesystem::path> files;  // in an order that is the same everywhere
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
    if (entry.is_regular_file() && entry.path().parent_path().extension() == ".turns") {
      files.insert(entry.path());
    }
  }
  for (const std::filesystem::path& file : files) {
    if (random_() % 2 == 0) {
      std::filesystem::resize_file(file, random_() % (std::filesystem::file_size(file) + 1));
    }
  }
}

}  // namespace world
