// The record that a page was opened with: its address stands behind the "#".
/// {address, relative to the page; name, with the ending of its file; turn, at which to open it, or null}; null: there is none. Nobody can
/// have the page fetch anything else.
export const wantedRecord = () => {
  const [, address, turn] = /^#(records\/[\w.-]+\.jsonl|api\/matches\/[\w.-]+\/record)(?:&turn=(\d{1,7}))?$/.exec(decodeURIComponent(location.hash)) ?? [];
  if (address === undefined || address.includes("..")) return null;
  return {address, name: address.replace(/^records\/|^api\/matches\/|\/record$/g, ""), turn: turn === undefined ? null : Number(turn)};
};

/// The response with that record, a promise. Throws an Error whose message is a sentence for people.
export const fetchedRecord = async ({address}) => {
  if (location.protocol === "file:") throw new Error(`a page from a disk may not read files by itself. Open ${address} of this folder here`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
};
