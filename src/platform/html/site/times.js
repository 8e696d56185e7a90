// @ts-check
// Shows times relative to now, such as "3 days ago". The page itself shows the date.
{
  const UNITS = /** @type {const} */ ([
    ['year', 31_536_000],
    ['month', 2_629_800],
    ['week', 604_800],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]);
  const language = document.documentElement.lang;
  // "Last week" means the week of the calendar, not that seven days have passed.
  const counted = new Intl.RelativeTimeFormat(language);
  const named = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  /** @param {Date} date */
  const dayOf = (date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  for (const time of document.querySelectorAll('time[data-relative]')) {
    const date = new Date(time.getAttribute('datetime') ?? '');
    const seconds = (date.getTime() - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
    time.setAttribute('title', time.textContent ?? '');
    const isNamed = unit === 'day' || unit === 'minute';
    // "Yesterday" is a day of the calendar, too.
    const amount = unit === 'day' ? dayOf(date) - dayOf(new Date()) : Math.trunc(seconds / length);
    time.textContent = (isNamed ? named : counted).format(amount, unit);
  }
}
