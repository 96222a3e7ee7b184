// The commands of the lobby, which the server has written into the page.
/// Copies the command of a button. Browsers do so only on pages of this machine or with TLS: on others the command is
/// selected.
export const copyCommand = (button) => {
  if (!button.dataset.copy) return;
  getSelection().selectAllChildren(button.parentNode.querySelector("code"));
  button.textContent = "Selected";
  navigator.clipboard?.writeText(button.dataset.copy).then(() => { button.textContent = "Copied"; }, () => {});
};
