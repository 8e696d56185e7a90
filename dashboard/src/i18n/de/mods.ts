import type { mods as english } from '../en/mods';
import type { InLanguage } from '../in-language';

/** The German messages of the list of mods, the editor of a mod and its team. */
export const mods: InLanguage<typeof english> = {
  'mods.title': 'Ihre Mods',
  'mods.lead': 'Die Mods, zu deren Teams Sie gehören.',
  'mods.search': 'Nach Titel oder Adresse suchen',
  'mods.state': 'Zustand',
  'mods.anyState': 'Jeder Zustand',
  'mods.role': 'Ihre Rolle',
  'mods.anyRole': 'Jede Rolle',
  'mods.count_one': '{{count}} Mod',
  'mods.count_other': '{{count}} Mods',
  'mods.none': 'Keine Mod passt',
  'mods.noneHow': 'Ändern Sie die Suche oder die Filter.',
  'mods.reset': 'Filter zurücksetzen',
  'mods.publicPage': 'Öffentliche Seite',

  'mods.new': 'Neue Mod',

  'mod.sections': 'Bereiche der Mod',
  'mod.details': 'Angaben',
  'mod.detailsLead': 'Das sehen Spieler auf der Seite der Mod.',
  'mod.readOnly': 'Ihre Rolle erlaubt Lesen, aber kein Ändern.',
  'mod.texts': 'Texte',
  'mod.textLanguage': 'Sprache der Texte',
  'mod.titleHint': 'In mindestens einer Sprache nötig.',
  'mod.summaryHint':
    'Ein bis zwei Sätze für Listen. Ohne sie zeigen Listen den Anfang der Beschreibung.',
  'mod.facts': 'Fakten',
  'mod.slugHint': 'Kleinbuchstaben, Ziffern und Bindestriche. Sie ist Teil von Webadressen.',
  'mod.licenseHint': 'Eine SPDX-Kennung wie MIT, oder ein Name.',
  'mod.tierHint': 'Gilt für alle Dateien der Mod.',
  'mod.saved': 'Gespeichert.',
  'mod.savedMerged':
    'Gespeichert. Jemand anderes hat diese Felder geändert, und diese Änderungen bleiben: {{fields}}',

  'conflict.title': 'Zwei Personen haben dieselben Felder geändert',
  'conflict.how': 'Noch ist nichts gespeichert. Wählen Sie für jedes Feld, welcher Text bleibt.',
  'conflict.taken':
    'Diese Felder hat nur die andere Person geändert, und so bleiben sie: {{fields}}',
  'conflict.mine': 'Ihr Text',
  'conflict.theirs': 'Der andere Text',
  'conflict.empty': '(leer)',
  'conflict.save': 'Diese Auswahl speichern',
  'conflict.back': 'Zurück zum Editor',

  'newMod.title': 'Neue Mod',
  'newMod.lead': 'Einen Entwurf sehen nur Sie und Ihr Team. Alle Texte können Sie später ändern.',
  'newMod.game': 'Spiel',
  'newMod.gameHint': 'Eine Mod kann später nicht zu einem anderen Spiel wechseln.',
  'newMod.chooseGame': 'Wählen Sie ein Spiel',
  'newMod.create': 'Entwurf anlegen',

  'roleHint.owner': 'Alles, auch Team und Löschen.',
  'roleHint.maintainer': 'Texte, Bilder, Versionen, Veröffentlichen und Zurückziehen.',
  'roleHint.publisher': 'Versionen, Dateien und Veröffentlichen.',
  'roleHint.reviewer': 'Liest Entwürfe und Zustände, ändert nichts.',

  'team.title': 'Team',
  'team.lead': 'Die Menschen, die an dieser Mod arbeiten, und ihre Rechte.',
  'team.roles': 'Was die Rollen dürfen',
  'team.roleOf': 'Rolle von {{name}}',
  'team.since': 'dabei seit {{day}}',
  'team.changed': 'Die Rolle von {{name}} ist geändert.',
  'team.remove': 'Entfernen',
  'team.removeTitle': '{{name}} aus dem Team entfernen?',
  'team.removeEffect':
    'Der Zugriff endet sofort, auch über Schlüssel und Anwendungen. Sie können die Person wieder aufnehmen.',
  'team.removed': '{{name}} ist nicht mehr im Team.',
  'team.add': 'Person hinzufügen',
  'team.username': 'Benutzername',
  'team.newRole': 'Rolle des neuen Mitglieds',
  'team.addButton': 'Hinzufügen',
  'team.added': '{{name}} ist jetzt im Team.',
};
