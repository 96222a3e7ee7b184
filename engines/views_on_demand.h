#pragma once

#include "engines/game.h"

namespace engines {

/// A Game whose views are written elsewhere, each only if somebody reads it.
class ViewsOnDemand {
 public:
  virtual ~ViewsOnDemand() = default;

  /// From the next step on only the seats that are to move read their views, and after the last step only
  /// Observer::everybody(). No other view may be asked for then.
  virtual void only_movers_look() = 0;

 protected:
  ViewsOnDemand() = default;
  ViewsOnDemand(const ViewsOnDemand&) = default;
  ViewsOnDemand& operator=(const ViewsOnDemand&) = default;
};

/// ViewsOnDemand::only_movers_look(); nothing for any other game.
inline void only_movers_look(Game& game) {
  if (auto* const views = dynamic_cast<ViewsOnDemand*>(&game)) {
    views->only_movers_look();
  }
}

}  // namespace engines
