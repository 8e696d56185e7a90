import type { media as english } from '../en/media';
import type { InLanguage } from '../in-language';

/** The German messages of the pictures of a mod. */
export const media: InLanguage<typeof english> = {
  'media.title': 'Bilder',
  'media.lead': 'Das Titelbild und die Galerie, wie Spieler sie sehen.',
  'media.cover': 'Titelbild',
  'media.noCover': 'Diese Mod hat noch kein Titelbild. Zur Veröffentlichung braucht sie eines.',
  'media.noText': 'Titelbild ohne Beschreibung',
  'media.dropCover': 'Ziehen Sie ein Bild hierher. PNG, JPEG oder WebP, höchstens {{size}}.',
  'media.chooseCover': 'Titelbild auswählen',
  'media.replaceCover': 'Titelbild ersetzen',
  'media.coverSaved': 'Das Titelbild ist gespeichert.',
  'media.removeCover': 'Titelbild entfernen',
  'media.removeCoverTitle': 'Titelbild entfernen?',
  'media.removeCoverEffect':
    'Das erzeugte Titelbild tritt an seine Stelle, und die Adresse dieses Titelbilds funktioniert nicht mehr. Hat die Mod kein erzeugtes Titelbild, lässt sich dieses hier nicht entfernen: Ersetzen Sie es stattdessen.',
  'media.removeDraftCover':
    'Seine Adresse funktioniert dann nicht mehr. Der Entwurf hat danach das erzeugte Titelbild oder keines.',
  'media.cropTitle': 'Wählen Sie den sichtbaren Ausschnitt',
  'media.cropHow': 'Bewegen Sie den Rahmen oder seine Ecken, mit der Maus oder den Pfeiltasten.',
  'media.cropPicture': 'Das gewählte Bild',
  'media.cropArea': 'Rahmen. Die Pfeiltasten bewegen ihn.',
  'media.cropCorner': 'Ecke des Rahmens. Die Pfeiltasten ändern seine Größe.',
  'media.cropEdge': 'Kante des Rahmens. Die Pfeiltasten ändern seine Größe.',
  'media.usePart': 'Diesen Ausschnitt verwenden',
  'media.useWhole': 'Ganzes Bild verwenden',
  'media.texts': 'Beschreibungen',
  'media.textsCount': '({{done}} von {{all}} Sprachen)',
  'media.textsHint': 'Beschreiben Sie das Bild für Menschen, die es nicht sehen können.',
  'media.saveTexts': 'Beschreibungen speichern',
  'media.textsSaved': 'Die Beschreibungen sind gespeichert.',
  'media.gallery': 'Galerie',
  'media.dropGallery':
    'Ziehen Sie Bilder hierher, auch mehrere auf einmal. PNG, JPEG oder WebP, je höchstens {{size}}.',
  'media.addPictures': 'Bilder hinzufügen',
  'media.galleryHint':
    'Höchstens {{most}} Bilder. Ziehen Sie ein Bild, um die Reihenfolge zu ändern.',
  'media.emptyGallery': 'Die Galerie ist leer.',
  'media.sending': '{{name}} wird gesendet',
  'media.pictureAt': 'Bild {{place}} von {{total}}, ohne Beschreibung',
  'media.moveBack': 'Bild {{place}} von {{total}} nach vorn',
  'media.moveOn': 'Bild {{place}} von {{total}} nach hinten',
  'media.removeTitle': 'Bild {{place}} von {{total}} entfernen?',
  'media.removeEffect':
    'Seine Adresse funktioniert dann nicht mehr. Das lässt sich nicht rückgängig machen.',
};
