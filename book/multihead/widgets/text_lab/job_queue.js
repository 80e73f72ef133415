/**
 * Do a job for each item, one in a task of its own, so that keys are heard in between; then call
 * `done` with all results. Starting anew, or stopping, drops what was under way.
 */
export function jobQueue() {
  let timer;
  const stop = () => clearTimeout(timer);
  const start = (items, job, done) => {
    stop();
    const results = [];
    const next = () => {
      if (results.length === items.length) return done(results);
      timer = setTimeout(() => {
        results.push(job(items[results.length]));
        next();
      });
    };
    next();
  };
  return { start, stop };
}
