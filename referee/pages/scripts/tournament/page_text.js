// Takes apart the page of the tournament as the server writes it.
/// What the scripts of a page are told beside what it shows.
export const dataOf = (page) => JSON.parse(page.getElementById("data").textContent);

/// A page that was fetched: {page, data}. Throws an Error if it is another one.
export const readPage = (text) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  if (page.body.dataset.page !== document.body.dataset.page) throw new Error("the server sent another page");
  return {page, data: dataOf(page)};
};
