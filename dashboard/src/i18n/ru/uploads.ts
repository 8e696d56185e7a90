import type { uploads as english } from '../en/uploads';
import type { InSlavic } from '../in-language';

/** The Russian messages of files and their uploads. */
export const uploads: InSlavic<typeof english> = {
  'fileKind.main': 'Основной файл',
  'fileKind.optional': 'Дополнительный файл',
  'artifactState.pending': 'проверяется',
  'artifactState.ready': 'принят',
  'artifactState.published': 'опубликован',
  'artifactState.archived': 'в архиве',
  'artifactState.withdrawn': 'отозван',
  'artifactState.rejected': 'отклонён',
  'artifactState.deleted': 'удалён',

  'files.title': 'Файлы',
  'files.none': 'Файлов пока нет.',
  'files.drop': 'Перетащите файлы сюда или выберите их.',
  'files.kind': 'Первый файл',
  'files.choose': 'Выбрать файлы',
  'files.hint':
    'ZIP, JAR, 7z или RAR, до {{size}}. До публикации новый основной файл заменяет прежний.',
  'files.removeTitle': 'Удалить файл {{file}}?',
  'files.removeEffect':
    'Файла больше не будет в этой версии. Чтобы вернуть его, загрузите его заново.',
  'files.removed': 'Файл {{file}} удалён.',

  'transfer.of': 'Загрузка {{file}}',
  'transfer.progress': '{{done}} из {{all}}',
  'transfer.queued': 'Ждёт своей очереди',
  'transfer.hashing': 'Вычисляется контрольная сумма',
  'transfer.sending': 'Отправляется',
  'transfer.waiting': 'Ожидание соединения',
  'transfer.paused': 'Приостановлено',
  'transfer.completing': 'Завершается',
  'transfer.cancelling': 'Отменяется',
  'transfer.stopped': 'Остановлено',
  'transfer.pause': 'Пауза',
  'transfer.goOn': 'Продолжить',

  'uploadFault.changed':
    'Файл изменили, переместили или удалили во время отправки. Отмените загрузку и выберите файл заново.',
  'uploadFault.other-file':
    'Это не тот файл, с которого началась загрузка. Отмените и выберите тот же файл или начните новую загрузку.',
  'uploadFault.unreachable':
    'Хранилище не приняло данные после нескольких попыток. Полученное сохранено. Проверьте соединение и продолжите.',
  'uploadFault.too-large':
    'Файл не может быть больше {{size}}. Уменьшите его или разделите на несколько файлов.',
  'uploadFault.empty': 'Файл пустой. Выберите другой.',
  'uploadFault.no-archive':
    'Файлы с таким расширением не принимаются. Выберите архив ZIP, JAR, 7z или RAR.',
  'uploadFault.no-worker': 'Часть панели не загрузилась. Обновите страницу.',

  'uploadState.draft': 'Загрузка не завершена',
  'uploadState.uploading': 'Загрузка не завершена',
  'uploadState.uploaded': 'Получен, ждёт проверки',
  'uploadState.validating': 'Проверяется архив',
  'uploadState.scanning': 'Проверяется на вредоносный код',
  'uploadState.quarantined': 'Ждёт модератора',
  'uploadState.ready': 'Принят',
  'uploadState.published': 'Опубликован',
  'uploadState.failed': 'Отклонён',
  'uploadState.cancelled': 'Загрузка отменена',

  'upload.checking': 'Проверка {{file}}',
  'upload.resume': 'Выбрать файл и продолжить',
  'upload.resumeHow': 'Выберите тот же файл ещё раз. Отправится только недостающее.',
  'upload.abort': 'Отменить загрузку',
  'upload.underReview': 'Этот файл должен проверить модератор',
  'upload.underReviewHow':
    'От вас ничего не требуется. Результат появится здесь. Можно также отменить загрузку и отправить другой файл.',
  'upload.refused': 'Файл отклонён',
  'upload.refusedHow': 'Исправьте файл и загрузите его снова.',
  'upload.rejected': 'Модератор отклонил этот файл. Причина: {{reason}}.',
  'upload.note': 'Сообщение модератора: {{note}}',
};
