// @ts-check
// Shows times relative to now, such as "3 days ago". The page itself shows the date.
{
  const UNITS = /** @type {const} */ ([
    ['year', 31_557_600],
    ['month', 2_629_800],
    ['week', 604_800],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  for (const time of document.querySelectorAll('time[data-relative]')) {
    const date = new Date(time.getAttribute('datetime') ?? '');
    const seconds = (date.getTime() - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
    time.setAttribute('title', time.textContent ?? '');
    time.textContent = format.format(Math.round(seconds / length), unit);
  }
}
