import { listed, named, row } from './row.js';

/** The failures of finding mods, versions and plans in the catalog. */
export const MOD_FAILURES = {
  mod_not_found: row<{ readonly mod: string }>('refused', {
    en: ({ mod }) => `No mod "${mod}" was found. Use its id, or find it with "modport search".`,
    de: ({ mod }) =>
      `Keine Mod "${mod}" gefunden. Die ID angeben oder mit "modport search" suchen.`,
    ru: ({ mod }) => `Мод "${mod}" не найден. Укажите его id или найдите его: "modport search".`,
  }),
  own_mod_missing: row<{ readonly mod: string }>('refused', {
    en: ({ mod }) =>
      `None of your mods is "${mod}". Use its id, or check with "modport whoami" who is signed in.`,
    de: ({ mod }) =>
      `Keine Ihrer Mods ist "${mod}". Die ID angeben oder die Anmeldung mit "modport whoami" prüfen.`,
    ru: ({ mod }) =>
      `Среди ваших модов нет "${mod}". Укажите его id или проверьте вход: "modport whoami".`,
  }),
  mod_ambiguous: row<{ readonly mod: string; readonly found: readonly string[] }>('refused', {
    en: ({ mod, found }) => `Several mods match "${mod}". Name one of:${listed(found)}`,
    de: ({ mod, found }) => `Mehrere Mods passen zu "${mod}". Eine davon angeben:${listed(found)}`,
    ru: ({ mod, found }) =>
      `"${mod}" подходит к нескольким модам. Укажите один из них:${listed(found)}`,
  }),
  version_not_found: row<{ readonly mod: string; readonly version: string }>('refused', {
    en: ({ mod, version }) =>
      `${mod} has no version ${version}. "modport info ${mod}" shows its versions.`,
    de: ({ mod, version }) =>
      `${mod} hat keine Version ${version}. "modport info ${mod}" zeigt die vorhandenen.`,
    ru: ({ mod, version }) =>
      `У ${mod} нет версии ${version}. Список версий: "modport info ${mod}".`,
  }),
  version_ambiguous: row<{
    readonly mod: string;
    readonly version: string;
    readonly found: readonly string[];
  }>('refused', {
    en: ({ mod, version, found }) =>
      `Several versions match "${mod}@${version}". Name the id of one of them, or its loader if the command or modport.toml accepts one:${listed(found)}`,
    de: ({ mod, version, found }) =>
      `Mehrere Versionen passen zu "${mod}@${version}". Die ID einer davon angeben, oder ihren Loader, wenn der Befehl oder modport.toml einen annimmt:${listed(found)}`,
    ru: ({ mod, version, found }) =>
      `"${mod}@${version}" подходит к нескольким версиям. Укажите id одной из них или её загрузчик, если команда или modport.toml его принимают:${listed(found)}`,
  }),
  main_file_missing: row<{ readonly mod: string; readonly version: string | null }>('refused', {
    en: ({ mod, version }) => `${named(mod, version)} has no main file to download.`,
    de: ({ mod, version }) => `${named(mod, version)} hat keine Hauptdatei zum Herunterladen.`,
    ru: ({ mod, version }) => `У ${named(mod, version)} нет основного файла для скачивания.`,
  }),
  plan_unsatisfiable: row<{ readonly conflicts: readonly string[] }>('noPlan', {
    en: ({ conflicts }) => `No set of versions fits together:${listed(conflicts)}`,
    de: ({ conflicts }) => `Keine Auswahl von Versionen passt zusammen:${listed(conflicts)}`,
    ru: ({ conflicts }) => `Нет совместимого набора версий:${listed(conflicts)}`,
  }),
  plan_changed: row<object>('noPlan', {
    en: () =>
      'The catalog has changed, so this plan is out of date. Make a new one with "modport plan".',
    de: () =>
      'Der Katalog hat sich geändert, dieser Plan ist veraltet. Mit "modport plan" neu planen.',
    ru: () => 'Каталог изменился, и этот план устарел. Составьте новый: "modport plan".',
  }),
} as const;
