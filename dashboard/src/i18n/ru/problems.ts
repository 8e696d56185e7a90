import type { problems as english } from '../en/problems';
import type { InSlavic } from '../in-language';

/** The Russian messages about refused and failed operations. */
export const problems: InSlavic<typeof english> = {
  'problem.broken': 'На этой странице что-то не работает. Обновите её и повторите последний шаг.',
  'problem.unknown':
    'Сервис отказал по причине, которую эта страница ещё не знает. Обновите страницу и повторите последний шаг.',
  'problem.page':
    'Сервис не понял, что отправила эта страница. Обновите её и повторите последний шаг. Если не поможет, сообщите ID запроса.',
  'problem.signedOut':
    'Вы вышли из аккаунта. Войдите в новой вкладке и повторите последний шаг здесь.',
  'problem.stepUp': 'Подтвердите второй фактор в новой вкладке и повторите последний шаг здесь.',
  'problem.rights':
    'Вашему аккаунту это не разрешено. Если ваша роль только что изменилась, обновите страницу. Иначе обратитесь к владельцу мода или администратору.',
  'problem.missing':
    'Такого объекта нет, или у вас нет к нему доступа. Возможно, его удалили: обновите страницу.',
  'problem.user': 'Аккаунта с таким именем нет. Проверьте, правильно ли оно написано.',
  'problem.gone': 'Это удалено навсегда. Вернитесь к списку, чтобы увидеть, что осталось.',
  'problem.changed':
    'За это время что-то изменилось, например в другой вкладке. Обновите страницу и решите заново.',
  'problem.input': 'Не всё введено правильно. Исправьте и повторите.',
  'problem.tooLarge': 'Файл или текст слишком большой. Уменьшите его и повторите.',
  'problem.mediaType':
    'Содержимое файла не соответствует его имени. Проверьте файл и загрузите его снова.',
  'problem.wait': 'Слишком много запросов за короткое время. Немного подождите и повторите.',
  'problem.running':
    'Этот шаг ещё выполняется. Подождите минуту и, прежде чем повторять, проверьте, не выполнен ли он уже.',
  'problem.later':
    'Часть сервиса дала сбой. Повторите через несколько минут. Если сбой останется, сообщите ID запроса.',
  'problem.shownOnce':
    'Это уже сделано, но результат не дошёл. Обновите список и проверьте его, прежде чем повторять. Если потерян секрет, создайте там новый.',
  'problem.upload': 'Файл пришёл не целиком. Отмените эту загрузку и выберите файл снова.',
  'problem.uploadOver': 'Время этой загрузки истекло. Выберите файл снова.',
  'problem.external':
    'Внешний файл не удаётся подтвердить. Повторите позже или загрузите файл сюда.',

  'problemField.required.fault': 'не заполнено',
  'problemField.unknown_member.fault': 'неизвестно сервису: обновите страницу',
  'problemField.exactly_one.fault': 'нужен ровно один вариант',
  'problemField.invalid_type.fault': 'неверный формат',
  'problemField.invalid_format.fault': 'неверный формат или недопустимые знаки',
  'problemField.too_short.fault': 'слишком коротко',
  'problemField.too_long.fault': 'слишком длинно',
  'problemField.too_small.fault': 'слишком мало',
  'problemField.too_large.fault': 'слишком много',
  'problemField.too_many.fault': 'слишком много значений',
  'problemField.too_complex.fault': 'слишком сложно: уменьшите число значений или упростите их',
  'problemField.not_unique.fault': 'уже занято или повторяется: выберите другое',
  'problemField.unknown_value.fault': 'такого значения нет: выберите другое',
  'problemField.immutable.fault': 'больше нельзя изменить',
  'problemField.not_allowed.fault': 'здесь не допускается',
  'problemField.repeated_parameter.fault': 'указано дважды',
  'problemField.conflicting_alias.fault': 'указано дважды',
  'problemField.invalid_cursor.fault': 'относится к старому списку: обновите страницу',
  'problemField.cursor_context_mismatch.fault': 'относится к другому списку: обновите страницу',
};
