// A film of a match, recorded in the browser while its frames are painted one after the other.
const kTypes = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const kLongest = 30;     // seconds that a film takes at most: it is recorded as fast as it is shown
const kEnd = 1.5;        // seconds that the last frame stays
const kPictures = 30;    // a second, of the recording
const kBits = 4_000_000;  // a second

/// How a film of frames `from` to `to` is shown: {speed (frames a second), seconds}. `asked`: frames a second, if they fit
/// into the longest film.
export const filmTimes = (from, to, asked) => {
  const frames = Math.max(1, to - from);
  const speed = Math.max(asked, frames / (kLongest - kEnd));
  return {speed, seconds: frames / speed + kEnd};
};

/// The frame of a film at `seconds` of it.
export const filmFrame = (from, to, speed, seconds) => Math.min(to, from + Math.floor(seconds * speed + 1e-9));

/// The kind of file that this browser can record; undefined: none.
export const filmType = () => kTypes.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));

/// Records frames `from` to `to` of `picture`, a StillPicture; gives a Blob, or null if `stop.aborted` became true. `tell`:
/// is called with the part that is done, 0 to 1.
export const recordFilm = (picture, {from, to, speed}, tell, stop) => new Promise((done, fail) => {
  const {speed: shown, seconds} = filmTimes(from, to, speed);
  picture.paint(from);
  const recorder = new MediaRecorder(picture.canvas.captureStream(kPictures), {mimeType: filmType(), videoBitsPerSecond: kBits});
  const pieces = [];
  recorder.addEventListener("dataavailable", ({data}) => pieces.push(data));
  recorder.addEventListener("error", ({error}) => fail(error ?? new Error("the recording has failed")));
  const begin = performance.now();
  const timer = setInterval(() => {
    const now = (performance.now() - begin) / 1000;
    picture.paint(filmFrame(from, to, shown, now));  // again, too: a picture that stands still is sent, too
    tell(Math.min(1, now / seconds));
    if ((now >= seconds || stop.aborted) && recorder.state === "recording") recorder.stop();
  }, 1000 / kPictures);
  recorder.addEventListener("stop", () => {
    clearInterval(timer);
    done(stop.aborted ? null : new Blob(pieces, {type: recorder.mimeType}));
  });
  recorder.start();
});
