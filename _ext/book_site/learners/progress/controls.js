/* What a reader has done: see how much it is, save it to a file, read it back, forget it. */
{
  const { kept, saved } = globalThis;
  const BIGGEST = 5_000_000;

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  function told() {
    const count = kept.all().size;
    if (count === 0) return "Nothing of yours is kept here.";
    return count === 1
      ? "1 thing of yours is kept here."
      : `${count} things of yours are kept here.`;
  }

  function save() {
    const file = new Blob([saved.pack()], { type: "application/json" });
    const link = element("a", { href: URL.createObjectURL(file), download: "many-heads.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  const mayReplace = (count) =>
    confirm(
      `Replace what you did on this device by the file? ${count} of its guesses and answers ` +
        "differ. Cancel keeps yours, and adds the rest.",
    );

  async function readBack(file) {
    if (file.size > BIGGEST) return "This file is too big: this page saves less than 5 MB.";
    const { count, trouble } = saved.unpack(await file.text(), mayReplace);
    return trouble ? `${trouble} Nothing was changed.` : `Read back: ${count}. ${told()}`;
  }

  function forget() {
    if (confirm("Forget all guesses and answers on this device?")) kept.forget();
    return told();
  }

  function fill(box) {
    const status = element("p", { role: "status", textContent: told() });
    function tell(text) {
      status.textContent = text;
      dispatchEvent(new Event("mh-kept"));
    }
    const saving = element("button", { type: "button", textContent: "Save to a file" });
    const forgetting = element("button", { type: "button", textContent: "Forget everything" });
    const field = element("input", { type: "file", accept: ".json,application/json" });
    saving.addEventListener("click", save);
    forgetting.addEventListener("click", () => {
      tell(forget());
    });
    field.addEventListener("change", async () => {
      if (field.files.length) tell(await readBack(field.files[0]));
      field.value = "";
    });
    box.append(status, saving, forgetting, element("label", {}, "Read a file back ", field));
  }

  const box = document.querySelector(".mh-kept");
  if (box) fill(box);
}
