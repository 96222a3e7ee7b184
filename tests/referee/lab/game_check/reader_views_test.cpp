#include "referee/lab/game_check/reader_views.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee {
namespace {

rules::Position position(std::vector<std::string> seats, const std::string& spectators,
                         const std::string& all) {
  rules::Position one;
  one.views = std::move(seats);
  one.spectator_view = spectators;
  one.view = all;
  return one;
}

TEST(ReaderViews, AreAllAlikeWhereNobodyIsShownAnythingElse) {
  ReaderViews seen;
  seen.note(position({"{\"hands\":[1,2]}", "{\"hands\":[1,2]}"}, "{\"hands\":[1,2]}", "{\"hands\":[1,2]}"));
  rules::Position for_all;
  for_all.view = "{\"hands\":[1,2]}";
  seen.note(for_all);
  EXPECT_TRUE(seen.seats_alike());
  EXPECT_FALSE(seen.all_differs);
  EXPECT_FALSE(seen.has_pictures);
}

TEST(ReaderViews, AreNotAlikeOnceAReaderSeesSomethingElse) {
  ReaderViews by_seat;
  by_seat.note(position({"{\"me\":1}", "{\"me\":2}"}, "{}", "{}"));
  by_seat.note(position({"{}", "{}"}, "{}", "{}"));
  EXPECT_TRUE(by_seat.views_differ);
  EXPECT_FALSE(by_seat.seats_alike());
  ReaderViews in_the_end;
  in_the_end.note(position({"{}", "{}"}, "{}", "{\"mines\":[3]}"));
  EXPECT_TRUE(in_the_end.seats_alike());
  EXPECT_TRUE(in_the_end.all_differs);
}

TEST(ReaderViews, ViewAndPictureAreComparedApart) {
  ReaderViews one_picture;
  one_picture.note(
      position({R"({"me":1,"picture":{"grid":["ab"]}})", R"({"me":2,"picture":{"grid":["ab"]}})"},
               R"({"picture":{"grid":["ab"]}})", "{}"));
  EXPECT_TRUE(one_picture.has_pictures);
  EXPECT_TRUE(one_picture.views_differ);
  EXPECT_FALSE(one_picture.pictures_differ);
  ReaderViews own_pictures;
  own_pictures.note(
      position({R"({"picture":{"grid":["a?"]}})", R"({"picture":{"grid":["?b"]}})"}, "{}", "{}"));
  EXPECT_FALSE(own_pictures.views_differ);
  EXPECT_TRUE(own_pictures.pictures_differ);
}

}  // namespace
}  // namespace referee
