"use strict";

/// A pen that tries painters: it has the members of CanvasRenderingContext2D that painters use, draws nothing, and
/// records what it is told. It is strict where a real canvas is silent: a member that it does not have, a number that
/// is not finite, a negative radius, an unknown colour and a `restore` without a `save` throw.

const assert = require("node:assert");

const kMethods = [
  "arc", "arcTo", "beginPath", "bezierCurveTo", "clearRect", "clip", "closePath", "ellipse", "fill", "fillRect",
  "fillText", "lineTo", "moveTo", "quadraticCurveTo", "rect", "resetTransform", "roundRect", "rotate", "scale",
  "setLineDash", "setTransform", "stroke", "strokeRect", "strokeText", "transform", "translate",
];

const kState = {
  direction: "inherit", fillStyle: "#000000", filter: "none", font: "10px sans-serif", globalAlpha: 1,
  globalCompositeOperation: "source-over", imageSmoothingEnabled: true, letterSpacing: "0px", lineCap: "butt",
  lineDashOffset: 0,
  lineJoin: "miter", lineWidth: 1, miterLimit: 10, shadowBlur: 0, shadowColor: "rgba(0, 0, 0, 0)",
  shadowOffsetX: 0, shadowOffsetY: 0, strokeStyle: "#000000", textAlign: "start", textBaseline: "alphabetic",
};

/// Which argument of a method is a radius; it must not be negative.
const kRadius = {arc: [2], arcTo: [4], ellipse: [2, 3], roundRect: [4]};

const kColor = /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|rgba|hsl|hsla)\(.*\)|transparent|black|white|none)$/i;

function checkNumbers(name, values) {
  for (const value of values) {
    if (Array.isArray(value)) {
      checkNumbers(name, value);
    } else if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) {
      assert.fail(`${name} was called with ${value}`);
    }
  }
}

class Recording {
  constructor() {
    this.calls = [];
    this.saved = [];
    this.state = {...kState};
    this.dash = [];
  }

  record(name, values) {
    checkNumbers(name, values);
    for (const place of kRadius[name] ?? []) {
      const radii = [values[place] ?? 0].flat();
      if (!radii.every((radius) => radius >= 0)) {
        assert.fail(`${name} was called with the radius ${values[place]}`);
      }
    }
    this.calls.push({name, values, state: this.state});
  }

  save() {
    this.saved.push(this.state);
    this.record("save", []);
  }

  restore() {
    assert.ok(this.saved.length > 0, "restore without a save");
    this.state = this.saved.pop();
    this.record("restore", []);
  }

  set(name, value) {
    assert.ok(name in kState, `a canvas has no member ${String(name)}`);
    assert.strictEqual(typeof value === "object" ? "string" : typeof value, typeof kState[name],
      `${name} was set to ${value}`);
    if (typeof value === "number") {
      assert.ok(Number.isFinite(value), `${name} was set to ${value}`);
    }
    if (typeof value === "string" && /Style$|Color$/.test(name)) {
      assert.match(value, kColor, `${name} was set to ${value}`);
    }
    if (this.state[name] !== value) {
      this.state = {...this.state, [name]: value};  // a new object: calls have the one of their time
    }
  }
}

/// Things that a method of a canvas gives back.
function answersOf(recording, scale) {
  const gradient = (name) => (...values) => {
    recording.record(name, values);
    return {addColorStop: (...stop) => recording.record("addColorStop", stop)};
  };
  return {
    save: () => recording.save(),
    restore: () => recording.restore(),
    createLinearGradient: gradient("createLinearGradient"),
    createRadialGradient: gradient("createRadialGradient"),
    getLineDash: () => [...recording.dash],
    getTransform: () => ({a: scale, b: 0, c: 0, d: scale, e: 0, f: 0}),
    measureText: (text) => ({
      width: 0.6 * String(text).length * Number(/(\d*\.?\d+)px/.exec(recording.state.font)?.[1] ?? 10),
    }),
    drawImage: (image, ...values) => recording.record("drawImage", [image, ...values]),
    setLineDash: (dash) => {
      recording.dash = [...dash];
      recording.record("setLineDash", [dash]);
    },
  };
}

/// A new pen. Beside the members of a canvas it has
///   calls      what was called, in this order: {name, values, state}, state being the styles at that time;
///   named(n)   the calls of one method;
///   texts()    the texts that were written, in this order;
///   depth      how many `save` have no `restore` yet.
/// `scale`: pixels of the screen a unit, as painters ask for them.
function recordingPen(scale = 24) {
  const recording = new Recording();
  const methods = answersOf(recording, scale);
  for (const name of kMethods) {
    methods[name] ??= (...values) => recording.record(name, values);
  }
  const extra = {
    named: (name) => recording.calls.filter((call) => call.name === name),
    texts: () => recording.calls.filter((call) => call.name === "fillText").map((call) => String(call.values[0])),
  };
  return new Proxy(methods, {
    get(_target, name) {
      if (name === "calls") {
        return recording.calls;
      }
      if (name === "depth") {
        return recording.saved.length;
      }
      if (name === "canvas") {
        return {width: 1, height: 1};
      }
      const member = extra[name] ?? methods[name] ?? recording.state[name];
      assert.notStrictEqual(member, undefined, `a canvas has no member ${String(name)}`);
      return member;
    },
    set(_target, name, value) {
      recording.set(name, value);
      return true;
    },
  });
}

module.exports = {recordingPen};
