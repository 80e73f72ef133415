/* What a reader has done: see how much it is, save it to a file, read it back, forget it. */
{
  const { progress, savedFile } = globalThis;
  const MAX_FILE_SIZE = 5_000_000;

  function element(tag, properties, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  function summary() {
    const count = progress.all().size;
    if (count === 0) return "Nothing is stored here yet.";
    return count === 1 ? "1 item is stored here." : `${count} items are stored here.`;
  }

  function saveToFile() {
    const file = new Blob([savedFile.pack()], { type: "application/json" });
    const link = element("a", { href: URL.createObjectURL(file), download: "many-heads.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  const mayReplace = (count) =>
    confirm(
      `Replace what is stored on this device? ${count} predictions or answers in the file are ` +
        "different. Cancel keeps those of this device and adds the rest.",
    );

  async function readBack(file) {
    if (file.size > MAX_FILE_SIZE)
      return "This file is too large. The files that this page saves are smaller than 5 MB.";
    const { count, problem } = savedFile.unpack(await file.text(), mayReplace);
    return problem ? `${problem} Nothing was changed.` : `Read back: ${count}. ${summary()}`;
  }

  function forgetAll() {
    if (confirm("Forget all predictions and answers on this device?")) progress.forget();
    return summary();
  }

  function fill(box) {
    const status = element("p", { role: "status", textContent: summary() });
    function showStatus(text) {
      status.textContent = text;
      dispatchEvent(new Event("mh-progress-replaced"));
    }
    const saveButton = element("button", { type: "button", textContent: "Save to a file" });
    const forgetButton = element("button", { type: "button", textContent: "Forget everything" });
    const fileInput = element("input", { type: "file", accept: ".json,application/json" });
    saveButton.addEventListener("click", saveToFile);
    forgetButton.addEventListener("click", () => {
      showStatus(forgetAll());
    });
    fileInput.addEventListener("change", async () => {
      if (fileInput.files.length) showStatus(await readBack(fileInput.files[0]));
      fileInput.value = "";
    });
    box.append(
      status,
      saveButton,
      forgetButton,
      element("label", {}, "Read a file back ", fileInput),
    );
  }

  const box = document.querySelector(".mh-progress");
  if (box) fill(box);
}
