import type { media as english } from '../en/media';
import type { InSlavic } from '../in-language';

/** The Russian messages of the pictures of a mod. */
export const media: InSlavic<typeof english> = {
  'media.title': 'Изображения',
  'media.lead': 'Обложка и галерея, какими их видят игроки.',
  'media.cover': 'Обложка',
  'media.noCover': 'У мода ещё нет обложки. Без неё мод нельзя опубликовать.',
  'media.noText': 'Обложка без описания',
  'media.dropCover': 'Перетащите изображение сюда. PNG, JPEG или WebP, не больше {{size}}.',
  'media.chooseCover': 'Выбрать обложку',
  'media.replaceCover': 'Заменить обложку',
  'media.coverSaved': 'Обложка сохранена.',
  'media.removeCover': 'Удалить обложку',
  'media.removeCoverTitle': 'Удалить обложку?',
  'media.removeCoverEffect':
    'Её место займёт автоматическая обложка, а адрес этой перестанет работать. Если автоматической обложки нет, удалить эту нельзя: замените её.',
  'media.removeDraftCover':
    'Её адрес перестанет работать. У черновика останется автоматическая обложка, если она есть.',
  'media.cropTitle': 'Выберите видимую часть',
  'media.cropHow': 'Двигайте рамку или её углы мышью или клавишами со стрелками.',
  'media.cropPicture': 'Выбранное изображение',
  'media.cropArea': 'Рамка. Стрелки двигают её.',
  'media.cropCorner': 'Угол рамки. Стрелки меняют её размер.',
  'media.cropEdge': 'Край рамки. Стрелки меняют её размер.',
  'media.usePart': 'Использовать эту часть',
  'media.useWhole': 'Использовать целиком',
  'media.texts': 'Описания',
  'media.textsCount': '({{done}} из {{all}} языков)',
  'media.textsHint': 'Опишите изображение для тех, кто его не видит.',
  'media.saveTexts': 'Сохранить описания',
  'media.textsSaved': 'Описания сохранены.',
  'media.gallery': 'Галерея',
  'media.dropGallery':
    'Перетащите изображения сюда, можно сразу несколько. PNG, JPEG или WebP, каждое не больше {{size}}.',
  'media.addPictures': 'Добавить изображения',
  'media.galleryHint': 'Не больше {{most}} изображений. Перетаскивайте их, чтобы изменить порядок.',
  'media.emptyGallery': 'Галерея пуста.',
  'media.sending': 'Отправляется {{name}}',
  'media.pictureAt': 'Изображение {{place}} из {{total}}, без описания',
  'media.moveBack': 'Переместить изображение {{place}} из {{total}} назад',
  'media.moveOn': 'Переместить изображение {{place}} из {{total}} вперёд',
  'media.removeTitle': 'Удалить изображение {{place}} из {{total}}?',
  'media.removeEffect': 'Его адрес перестанет работать. Это нельзя отменить.',
};
