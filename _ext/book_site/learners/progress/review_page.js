/* The page *Review*: five minutes of what comes again today, and what came of every prediction. */
{
  const { progress, guesses, review } = globalThis;
  const MINUTES = 5; // a day
  const UPDATES = ["mh-progress-replaced", "storage", "pageshow"];
  const NOT_KEPT =
    "Your browser keeps nothing for this site, so nothing that you do here can come again.";
  const NOTHING = "Nothing is waiting. What you miss comes again here two days later.";
  const number = new Intl.NumberFormat("en-GB");

  function element(tag, properties, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  const count = (n, thing) => `${number.format(n)} ${thing}${n === 1 ? "" : "s"}`;

  function dateText(day) {
    const date = new Date(day * review.DAY);
    const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
    return date.toLocaleDateString("en-GB", form);
  }

  /** List what can come again, in the order of the course. */
  const things = [...document.querySelectorAll("[data-review]")].map((item) => ({
    name: item.dataset.review,
    minutes: Number(item.dataset.minutes),
    link: item.querySelector("a"),
    template: item.querySelector("template"),
    form: item.querySelector("template")?.content.querySelector("form"),
  }));

  const wasDone = ({ name, form }) =>
    form
      ? guesses.outcome(form) === "wrong"
      : ["right", "wrong"].includes(progress.read(name.replace("review/", "answer/"))?.result);

  /** Let what was missed or done before there was this page come again too, beginning today. */
  function beginWithOldThings() {
    for (const thing of things) if (wasDone(thing)) review.begin(thing.name, 0);
  }

  /** Return what is waiting, the oldest first. */
  function waitingThings() {
    const entries = new Map(things.map((thing) => [thing, review.read(thing.name)]));
    return things
      .filter((thing) => review.isDue(entries.get(thing)))
      .sort((a, b) => entries.get(a).due - entries.get(b).due);
  }

  /** Choose as many of those that wait as the minutes of a day have room for. */
  function thingsOfToday(waiting) {
    const seenToday = things.filter(({ name }) => review.read(name)?.seen === review.today());
    let minutesLeft = seenToday.reduce((left, { minutes }) => left - minutes, MINUTES);
    return waiting.filter(({ minutes }) => {
      if (minutes > minutesLeft) return false;
      minutesLeft -= minutes;
      return true;
    });
  }

  function nextDay() {
    const days = things
      .map(({ name }) => review.read(name))
      .filter((entry) => entry && !review.isDone(entry))
      .map(({ due }) => due);
    return days.length > 0 ? Math.min(...days) : undefined;
  }

  /** Say how much is waiting, in one line. */
  function summary(todays, waiting) {
    if (!progress.isKept()) return NOT_KEPT;
    const later = waiting.length - todays.length;
    if (todays.length > 0) {
      const minutes = todays.reduce((sum, thing) => sum + thing.minutes, 0);
      const rest = later > 0 ? ` ${number.format(later)} more can wait until tomorrow.` : "";
      const questions = count(todays.length, "question");
      return `Today: ${questions}, about ${count(minutes, "minute")}.${rest}`;
    }
    if (later > 0) return `That is all for today. ${count(later, "question")} can wait.`;
    const next = nextDay();
    return next ? `Nothing more today. The next comes again on ${dateText(next)}.` : NOTHING;
  }

  const whenAgain = (days) =>
    days > 0 ? `It comes again in ${days} days.` : "It does not come again.";

  function chapterName(thing) {
    return thing.link.closest("details").querySelector("summary").firstChild.textContent.trim();
  }

  /** Ask a prediction again, with a link to its place: the first answer counts. */
  function predictionItem(thing) {
    const place = element("a", { href: thing.link.href }, chapterName(thing));
    const from = element("p", {}, "From ", place);
    const frame = element("div", { className: "mh-predict" });
    frame.append(thing.template.content.cloneNode(true));
    const item = element("li", {}, from, frame);
    const form = item.querySelector("form");
    guesses.listenTo(form, (guess) => {
      const isFirst = !answered.has(thing);
      guesses.showAnswer(form, guess, isFirst ? "You said" : "Then you said");
      if (!isFirst) return;
      answered.add(thing);
      const days = review.answer(thing.name, guesses.judgeGuess(form, guess).right);
      if (days !== undefined) frame.append(element("p", {}, whenAgain(days)));
      update();
    });
    return item;
  }

  function exerciseItem(thing) {
    const link = element("a", {}, thing.link.firstChild.textContent);
    const url = new URL(thing.link.href);
    url.searchParams.set("again", thing.name.split("/").at(-1));
    link.href = url;
    return element("li", {}, link, " by hand, with other numbers");
  }

  const items = new Map();
  const answered = new Set();

  /** Show what comes today, and leave what was answered here until the page is left. */
  function showToday() {
    const waiting = waitingThings();
    const todays = thingsOfToday(waiting);
    status.textContent = summary(todays, waiting);
    for (const [thing, item] of items)
      if (!todays.includes(thing) && !answered.has(thing)) {
        item.remove();
        items.delete(thing);
      }
    for (const thing of todays)
      if (!items.has(thing)) {
        const item = thing.form ? predictionItem(thing) : exerciseItem(thing);
        items.set(thing, item);
        list.append(item);
      }
    list.hidden = items.size === 0;
  }

  /** Mark every prediction with what came of it, and count them, by chapter and in all. */
  function markPredictions() {
    const predictions = things.filter(({ form }) => form);
    for (const { link, form } of predictions) guesses.mark(link, form);
    for (const { summary: head, forms } of chapters)
      head.querySelector(".mh-progress-mark").textContent = ` ${guesses.countsText(forms)}`;
    const text = guesses.countsText(predictions.map(({ form }) => form));
    document.querySelector(".mh-counts").textContent =
      `${predictions.length} predictions: ${text}.`;
  }

  const chapters = [...document.querySelectorAll(".mh-predictions")].map((fold) => ({
    summary: fold.querySelector("summary"),
    forms: things.filter(({ form, link }) => form && fold.contains(link)).map(({ form }) => form),
  }));
  for (const { summary: head } of chapters)
    head.append(element("span", { className: "mh-progress-mark" }));

  const [status, list] = document.querySelector(".mh-review").children;

  function update() {
    beginWithOldThings();
    showToday();
    markPredictions();
  }
  for (const event of UPDATES) addEventListener(event, update);
  update();
}
