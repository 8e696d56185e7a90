/** The style of account pages, after the common rules. WCAG 2.2 AA in light and dark. */
export const STYLE = `
:root { --edge: #767d8d; --good: #1b6e3c; --good-page: #eaf6ee; --danger-page: #fdeeec;
  --info-page: #eeedfb; }
@media (prefers-color-scheme: dark) {
  :root { --edge: #808798; --good: #7fd6a0; --good-page: #16261c; --danger-page: #2d1a19;
    --info-page: #211f36; }
}
[hidden] { display: none !important; }
body { min-height: 100vh; display: flex; flex-direction: column; overflow-wrap: break-word; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a:focus-visible { border-radius: 0.15rem; }
main:focus { outline: none; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.6rem 1rem; border-radius: 0.5rem;
  background: var(--accent); color: var(--on-accent); }
.skip:focus { top: 0.5rem; z-index: 1; }
.masthead { border-bottom: 1px solid var(--line); background: var(--card); }
.bar { max-width: 60rem; margin: 0 auto; padding: 0.7rem 1.25rem; display: flex; flex-wrap: wrap;
  align-items: center; justify-content: space-between; gap: 0.5rem 1.25rem; }
.brand { font-weight: 700; font-size: 1.15rem; letter-spacing: -0.02em; color: var(--text); }
.bar nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; font-size: 0.95rem; }
.bar nav a { padding: 0.3rem 0; }
.bar form { margin: 0; }
.places { border-bottom: 1px solid var(--line); font-size: 0.95rem; }
.places ul { max-width: 60rem; margin: 0 auto; padding: 0.4rem 1.25rem; display: flex; flex-wrap: wrap;
  gap: 0 1.5rem; list-style: none; }
.places a { display: inline-block; padding: 0.3rem 0; color: var(--dim); }
.places a[aria-current] { color: var(--text); font-weight: 600; }
main { flex: 1; width: 100%; max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
main.narrow { max-width: 27rem; }
main.wide { max-width: 60rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 0 0 0.75rem; font-size: 1.15rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
.lead { font-size: 1.08rem; color: var(--dim); margin: -0.75rem 0 1.75rem; }
.card { margin: 0 0 1.5rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.9rem;
  background: var(--card); }
.card > :last-child, .notice > :last-child, form > :last-child { margin-bottom: 0; }
form { margin: 0; }
.field, fieldset { margin: 0 0 1.25rem; }
fieldset { padding: 0; border: 0; min-width: 0; }
label, legend { display: block; padding: 0; font-weight: 600; }
.hint { margin: 0.1rem 0 0; font-size: 0.9rem; color: var(--dim); }
.fault { margin: 0.1rem 0 0; font-size: 0.95rem; font-weight: 600; color: var(--danger);
  white-space: pre-line; }
input, textarea, select { display: block; width: 100%; margin-top: 0.4rem; padding: 0.65rem 0.8rem;
  border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--page); color: var(--text);
  font: inherit; }
textarea { resize: vertical; }
input.code { max-width: 11rem; font-size: 1.35rem; letter-spacing: 0.25em;
  font-variant-numeric: tabular-nums; }
.wrong input, .wrong textarea { border-color: var(--danger); border-width: 2px; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 0.65rem; padding: 0.45rem 0; }
.choice input { width: 1.15rem; height: 1.15rem; margin: 0.2rem 0 0; accent-color: var(--accent); }
.choice label { font-weight: 500; }
.choice .hint { grid-column: 2; }
button { padding: 0.65rem 1.25rem; border: 1px solid transparent; border-radius: 0.5rem;
  font: inherit; font-weight: 600; cursor: pointer; }
button.primary { background: var(--accent); color: var(--on-accent); }
button.danger { background: var(--danger); color: var(--on-accent); }
button.quiet { border-color: var(--edge); background: transparent; color: var(--text); }
button:hover { filter: brightness(1.08); }
button.quiet:hover { border-color: var(--accent); color: var(--accent); filter: none; }
.bar button { padding: 0.3rem 0.8rem; font-weight: 500; }
.narrow form > button.primary { width: 100%; }
.button { display: inline-block; padding: 0.65rem 1.25rem; border: 1px solid transparent;
  border-radius: 0.5rem; font-weight: 600; }
main a.button { text-decoration: none; }
main a.button.primary { background: var(--accent); color: var(--on-accent); }
main a.button.danger { border-color: var(--danger); color: var(--danger); }
main a.button.quiet { border-color: var(--edge); color: var(--text); }
main a.button.quiet:hover { border-color: var(--accent); color: var(--accent); }
.badges { display: inline-flex; flex-wrap: wrap; gap: 0.35rem; vertical-align: middle; }
.badge { display: inline-block; padding: 0.05rem 0.6rem; border: 1px solid var(--edge);
  border-radius: 1rem; font-size: 0.85rem; font-weight: 600; color: var(--dim); white-space: nowrap; }
.badge.good { border-color: var(--good); background: var(--good-page); color: var(--good); }
.badge.waiting { border-color: var(--accent); background: var(--info-page); color: var(--accent); }
.badge.bad { border-color: var(--danger); background: var(--danger-page); color: var(--danger); }
.rows { list-style: none; margin: 0 0 1.75rem; padding: 0; border: 1px solid var(--line);
  border-radius: 0.9rem; background: var(--card); }
.rows li { padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.rows li:last-child { border-bottom: 0; }
.rows .name { font-weight: 600; font-size: 1.08rem; margin-right: 0.4rem; }
.rows .dim { margin-top: 0.2rem; font-size: 0.92rem; }
.lines { list-style: none; margin: 0 0 1rem; padding: 0; }
.lines li { padding: 0.2rem 0; overflow-wrap: anywhere; }
dd .lines { margin: 0; }
.asked { margin: 0; padding-left: 1.2rem; }
.asked li { padding: 0.15rem 0; }
.shown-code { padding: 0.6rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--code); font-size: 1.6rem; letter-spacing: 0.08em; text-align: center; }
dd .lines li:first-child { padding-top: 0; }
.columns fieldset { display: grid; gap: 0 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.columns fieldset > :not(.choice) { grid-column: 1 / -1; }
.columns .choice { align-content: start; }
.legend { margin: 0 0 0.25rem; font-weight: 600; }
blockquote { margin: 0 0 1rem; padding: 0.2rem 0 0.2rem 1rem; border-left: 3px solid var(--line);
  white-space: pre-line; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.notice { margin: 0 0 1.5rem; padding: 0.9rem 1.1rem; border-left: 4px solid var(--accent);
  border-radius: 0.5rem; background: var(--info-page); }
.notice.done { border-color: var(--good); background: var(--good-page); }
.notice.failed { border-color: var(--danger); background: var(--danger-page); }
.badge { display: inline-block; padding: 0.05rem 0.6rem; border: 1px solid var(--edge);
  border-radius: 1rem; font-size: 0.85rem; font-weight: 600; vertical-align: 0.1em; }
.badge.good { border-color: var(--good); background: var(--good-page); color: var(--good); }
.badge.bad { border-color: var(--danger); background: var(--danger-page); color: var(--danger); }
h2 .badge { margin-left: 0.5rem; }
summary { cursor: pointer; }
dl { margin: 0 0 1rem; }
dl > div { display: grid; grid-template-columns: minmax(8rem, 13rem) minmax(0, 1fr); gap: 0 1.25rem;
  padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
dl > div:last-child { border-bottom: 0; }
.narrow dl > div { grid-template-columns: 10.25rem minmax(0, 1fr); gap: 0 1rem; }
dt { color: var(--dim); }
dd { margin: 0; }
.scrolls { overflow-x: auto; margin: 0 0 1.5rem; }
table { width: 100%; border-collapse: collapse; }
caption { padding-bottom: 0.5rem; text-align: left; font-weight: 600; }
th, td { padding: 0.6rem 1rem 0.6rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
th { font-weight: 600; font-size: 0.9rem; color: var(--dim); }
.secret { display: block; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--code); overflow-wrap: anywhere; user-select: all; }
.qr { display: block; width: 14rem; max-width: 100%; height: auto; margin: 0 0 1rem; padding: 0.75rem;
  border: 1px solid var(--line); border-radius: 0.5rem; background: #fff; }
main a { text-decoration: underline; text-underline-offset: 0.15em; }
.footer { border-top: 1px solid var(--line); font-size: 0.9rem; }
.footer ul { max-width: 60rem; margin: 0 auto; padding: 0.9rem 1.25rem; display: flex; flex-wrap: wrap;
  gap: 0.25rem 1.25rem; list-style: none; }
.footer p { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem 0.9rem; }
.footer a { display: inline-block; padding: 0.2rem 0; color: var(--dim); }
.footer a[aria-current] { color: var(--text); font-weight: 600; }
@media (max-width: 34rem) {
  main { padding: 2rem 1rem 3rem; }
  .bar, .places ul, .footer ul, .footer p { padding-left: 1rem; padding-right: 1rem; }
  .card { padding: 1.15rem; }
  /* Still read out, where there is no room to show it. */
  .as { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    white-space: nowrap; }
  dl > div, .narrow dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;
