import type { versions as english } from '../en/versions';
import type { InSlavic } from '../in-language';

/** The Russian messages of the views of versions. */
export const versions: InSlavic<typeof english> = {
  'channel.release': 'Релиз',
  'channel.beta': 'Бета',
  'channel.alpha': 'Альфа',

  'versionState.draft': 'Черновик',
  'versionState.validating': 'Проверяется',
  'versionState.scanning': 'Проверяется',
  'versionState.ready': 'Готова к публикации',
  'versionState.published': 'Опубликована',
  'versionState.archived': 'В архиве',
  'versionState.withdrawn': 'Отозвана',
  'versionState.failed': 'Файл отклонён',
  'versionState.deleted': 'Удалена',

  'versions.title': 'Версии',
  'versions.lead': 'У каждой версии свои файлы, изменения и зависимости.',
  'versions.new': 'Новая версия',
  'versions.noneOfState': 'Нет версий в этом состоянии.',
  'versions.none': 'Версий пока нет. Мод станет виден другим, когда вы опубликуете первую.',
  'versions.published': 'опубликована {{when}}',
  'versions.created': 'создана {{when}}',
  'versions.downloads_one': '{{shown}} скачивание',
  'versions.downloads_few': '{{shown}} скачивания',
  'versions.downloads_many': '{{shown}} скачиваний',
  'versions.downloads_other': '{{shown}} скачивания',

  'newVersion.lead': 'Сначала опишите версию. Файлы добавите на следующем шаге.',
  'newVersion.create': 'Создать и добавить файлы',

  'version.title': 'Версия {{version}}',
  'version.back': 'Все версии',
  'version.numberHint': 'Например, 1.4.0. По этим числам менеджеры модов сравнивают версии.',
  'version.channelHint': 'Бета- и альфа-версии предлагаются только тем игрокам, которые их хотят.',
  'version.fixed': 'Эта версия уже публиковалась. Изменить можно только поле «Что нового».',
  'version.delete': 'Удалить эту версию',
  'version.deleteTitle': 'Удалить версию навсегда?',
  'version.deleteDraft': 'Версия и её файлы будут удалены. Отменить это нельзя.',
  'version.deletePublished':
    'Версия и её файлы будут удалены, и моды, которым она нужна, больше не установятся с ней. Отменить это нельзя. Если хотите вернуть её позже, лучше отзовите её.',

  'dependency.lead':
    'Моды, которые нужны игрокам, моды, которые хорошо сочетаются, моды внутри файла и несовместимые моды.',
  'dependency.search': 'Найти мод',
  'dependency.add': 'Добавить {{name}}',
  'dependency.required': 'Нужен',
  'dependency.optional': 'По желанию',
  'dependency.embedded': 'Внутри файла',
  'dependency.conflict': 'Несовместим',
  'dependency.kindOf': 'Как связан {{name}}',
  'dependency.rangeOf': 'Версии мода {{name}}',
  'dependency.removeOf': 'Удалить {{name}}',

  'range.any': 'Любая версия',
  'range.exact': 'Ровно {{from}}',
  'range.from': '{{from}} или новее',
  'range.between': '{{from}} или новее, но ниже {{below}}',
  'range.other': 'Читается как диапазон версий в синтаксисе npm',

  'plan.title': 'Что ещё установится',
  'plan.brings_one': 'Нужные моды добавят {{count}} файл ({{size}}):',
  'plan.brings_few': 'Нужные моды добавят {{count}} файла ({{size}}):',
  'plan.brings_many': 'Нужные моды добавят {{count}} файлов ({{size}}):',
  'plan.brings_other': 'Нужные моды добавят {{count}} файла ({{size}}):',
  'plan.unpublished': 'Ещё не опубликованные моды не учтены. Опубликуйте их до этой версии.',
  'plan.impossible': 'Игроки не смогут это установить',

  'publish.title': 'Публикация',
  'publish.lead':
    'После публикации версию сможет найти каждый. Её файлы, сведения и зависимости изменить будет уже нельзя.',
  'publish.fileDone': 'Основной файл прошёл все проверки',
  'publish.fileOpen': 'Основной файл должен пройти проверки',
  'publish.coverDone': 'У мода есть обложка',
  'publish.coverOpen': 'Моду нужна обложка',
  'publish.savedDone': 'Все изменения сохранены',
  'publish.savedOpen': 'Сначала сохраните или отмените изменения',
  'publish.noChangelog': 'Игроки любят читать, что нового. Это можно добавить и позже.',
  'publish.drawCover': 'Создать обложку автоматически',
  'publish.publish': 'Опубликовать',
  'publish.done': 'Версия {{version}} опубликована.',
  'publish.isPublished': 'Версия видна всем.',
  'publish.isArchived':
    'Версия в архиве: она больше не предлагается, но её по-прежнему можно установить.',
  'publish.isWithdrawn': 'Версия отозвана: скачать её нельзя.',
  'publish.takenDown': 'Версию сняли модераторы. Вернуть её могут только они.',
  'publish.rollback': 'Откатить',
  'publish.rollbackTitle': 'Откатить эту версию?',
  'publish.rollbackEffect':
    'Версия будет отозвана, а игрокам предложат самую новую из оставшихся. Если других нет, мод исчезнет из каталога. Версию можно восстановить.',
  'publish.rollbackDone': 'Откат версии выполнен.',
  'publish.archive': 'В архив',
  'publish.archiveTitle': 'Отправить версию в архив?',
  'publish.archiveEffect':
    'Версия больше не будет предлагаться, но планы установки, в которых она указана, продолжат работать. Её можно восстановить.',
  'publish.archiveDone': 'Версия в архиве.',
  'publish.withdraw': 'Отозвать',
  'publish.withdrawTitle': 'Отозвать версию?',
  'publish.withdrawEffect':
    'Её больше нельзя будет скачать, и моды, которым она нужна, не установятся с ней. Её можно восстановить.',
  'publish.withdrawDone': 'Версия отозвана.',
  'publish.restore': 'Восстановить',
  'publish.restoreTitle': 'Восстановить версию?',
  'publish.restoreEffect': 'Она снова станет публичной и будет предлагаться игрокам.',
  'publish.restoreDone': 'Версия снова видна всем.',
};
