// The data of a tournament with all its tables, for what shows more than the page.
import {loadFile, sourceKind} from "../shared/source.js";

const known = new WeakMap();  // by the data of a page: what came for them

const fetchWhole = async (data) => {
  if (sourceKind() === "files") {
    const tables = await loadFile("tournament", "tournament.js");
    return tables && {...data, ...tables};
  }
  const response = await fetch("api/tournament").catch(() => null);  // the page says by itself that the server is gone
  return response?.ok ? {...data, ...await response.json()} : null;
};

/// The data of a page together with the tables that it leaves to its HTML; null: the server does not give them now, or
/// the page has none. Each data are completed once.
export const wholeData = async (data) => {
  if (sourceKind() === "single") return null;
  if (!known.has(data)) known.set(data, fetchWhole(data));
  const whole = await known.get(data);
  if (!whole) known.delete(data);
  return whole;
};
