#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "referee/base/file_descriptor.h"
#include "referee/process/control_group.h"
#include "referee/process/inside/order.h"
#include "referee/process/scratch_folder.h"
#include "referee/process/user_slots.h"

namespace referee {

/// What one confined program has for itself, from before its start until it has ended: a user, a cgroup, a
/// private folder. They are given back, and the folder is removed, when the cell is destroyed. REQUIRES: by
/// then nothing runs in it.
class Cell {
 public:
  /// `users` and `groups` may be null: it runs as the referee's user, in the referee's cgroup. Throws
  /// std::system_error.
  Cell(CellOrder order, std::shared_ptr<UserSlots> users, const std::shared_ptr<ControlGroups>& groups);
  ~Cell();
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  const CellOrder& order() const { return order_; }
  /// Its program is to have a TCP connection as standard input and output; true if it is made inside, and
  /// comes over the control socket, because it has a network of its own.
  bool connect_inside() { return order_.connect = order_.level != SandboxLevel::basic; }
  /// The order, as a file to be inherited. Throws std::system_error.
  FileDescriptor order_file() const;
  /// nullptr if it has none.
  const ControlGroup* group() const { return group_.get(); }
  /// Ends all that runs in its cgroup, if it has one.
  void kill() const;

 private:
  CellOrder order_;
  std::shared_ptr<UserSlots> users_;
  std::unique_ptr<ControlGroup> group_;
  std::optional<ScratchFolder> scratch_;
};

}  // namespace referee
