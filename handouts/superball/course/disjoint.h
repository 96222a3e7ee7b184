// Disjoint sets with the interfaces of the course's lecture notes, for programs that include "disjoint.h" and
// do not hand it in. Elements are numbered from 0; a set is named by its root.
#ifndef COURSE_DISJOINT_H
#define COURSE_DISJOINT_H

#include <vector>

/// What all kinds of disjoint sets can do. Wrong arguments end the program, as those of the course do.
class DisjointSet {
 public:
  virtual ~DisjointSet() {}
  /// Joins two sets, which are given by their roots; returns the root of both together.
  virtual int Union(int s1, int s2) = 0;
  /// The root of the set of that element.
  virtual int Find(int element) = 0;
  /// The elements, their links (-1: a root) and their ranks, on standard output.
  virtual void Print() const = 0;
};

/// Union by rank, with path compression. All kinds below give the same sets.
class Disjoint : public DisjointSet {
 public:
  explicit Disjoint(int nelements);
  int Union(int s1, int s2) override;
  int Find(int element) override;
  void Print() const override;

 protected:
  std::vector<int> links;
  std::vector<int> ranks;
};

class DisjointSetByRankWPC : public Disjoint {
 public:
  explicit DisjointSetByRankWPC(int nelements) : Disjoint(nelements) {}
};
class DisjointSetBySize : public Disjoint {
 public:
  explicit DisjointSetBySize(int nelements) : Disjoint(nelements) {}
};
class DisjointSetByHeight : public Disjoint {
 public:
  explicit DisjointSetByHeight(int nelements) : Disjoint(nelements) {}
};

#endif
