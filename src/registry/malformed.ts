import { problem, type RegisteredError, type TextForPeople } from './errors.js';
import { LIMITS } from './limits.js';

/** The malformed parts of a request, each with its cure. */
const TEXTS = {
  json_type: {
    en: 'The body is not declared as JSON; send Content-Type: application/json, in UTF-8.',
    ru: 'Тело не обозначено как JSON; укажите Content-Type: application/json и кодировку UTF-8.',
    de: 'Der Inhalt ist nicht als JSON ausgewiesen; senden Sie Content-Type: application/json, in UTF-8.',
  },
  content_encoding: {
    en: 'Bodies must not be compressed; send the body without Content-Encoding.',
    ru: 'Тело запроса нельзя сжимать; отправьте его без Content-Encoding.',
    de: 'Der Inhalt darf nicht komprimiert sein; senden Sie ihn ohne Content-Encoding.',
  },
  json_content: {
    en: `The JSON is nested deeper than ${LIMITS.jsonLevels} levels, or a text contains NUL or half of a surrogate pair; flatten it, or remove these characters.`,
    ru: `Вложенность JSON больше ${LIMITS.jsonLevels}, или в тексте есть NUL либо половина суррогатной пары; упростите структуру или уберите эти символы.`,
    de: `Das JSON ist tiefer als ${LIMITS.jsonLevels} Ebenen verschachtelt, oder ein Text enthält NUL oder ein halbes Surrogatpaar; vereinfachen Sie die Struktur oder entfernen Sie diese Zeichen.`,
  },
  json_rpc: {
    en: `The body is not one JSON-RPC message, or has more than ${LIMITS.mcpEnvelopeCharacters} characters besides arguments; send each message in a request of its own.`,
    ru: `Тело не является одним сообщением JSON-RPC, или в нём больше ${LIMITS.mcpEnvelopeCharacters} символов помимо arguments; отправляйте каждое сообщение отдельным запросом.`,
    de: `Der Inhalt ist nicht genau eine JSON-RPC-Nachricht, oder er hat neben arguments mehr als ${LIMITS.mcpEnvelopeCharacters} Zeichen; senden Sie jede Nachricht in einer eigenen Anfrage.`,
  },
  form_type: {
    en: 'The body must be a form; send Content-Type: multipart/form-data with a boundary.',
    ru: 'Тело должно быть формой; укажите Content-Type: multipart/form-data с boundary.',
    de: 'Der Inhalt muss ein Formular sein; senden Sie Content-Type: multipart/form-data mit boundary.',
  },
  form_structure: {
    en: 'The form is incomplete or malformed; separate its parts with the boundary of Content-Type, and end it with "--".',
    ru: 'Форма неполна или повреждена; разделите её части значением boundary из Content-Type и завершите её «--».',
    de: 'Das Formular ist unvollständig oder fehlerhaft; trennen Sie die Teile mit der boundary aus Content-Type und schließen Sie es mit „--“ ab.',
  },
  form_parts: {
    en: 'The form has too many parts; send one part with the metadata and one with the file.',
    ru: 'В форме слишком много частей; отправьте одну часть с метаданными и одну с файлом.',
    de: 'Das Formular hat zu viele Teile; senden Sie einen Teil mit den Metadaten und einen mit der Datei.',
  },
  part_name: {
    en: 'A part of the form has no name; add one to its Content-Disposition.',
    ru: 'У одной из частей формы нет имени; добавьте name в её Content-Disposition.',
    de: 'Ein Teil des Formulars hat keinen Namen; ergänzen Sie name in seiner Content-Disposition.',
  },
  part_encoding: {
    en: 'A part of the form is encoded; send it as it is, without Content-Transfer-Encoding.',
    ru: 'Одна из частей формы закодирована; отправьте её как есть, без Content-Transfer-Encoding.',
    de: 'Ein Teil des Formulars ist kodiert; senden Sie ihn unverändert, ohne Content-Transfer-Encoding.',
  },
  part_json: {
    en: 'The part with the metadata is not JSON; give it Content-Type: application/json.',
    ru: 'Часть с метаданными не является JSON; укажите для неё Content-Type: application/json.',
    de: 'Der Teil mit den Metadaten ist kein JSON; geben Sie ihm Content-Type: application/json.',
  },
  path: {
    en: 'The path of the address contains a broken percent escape; encode the path as UTF-8.',
    ru: 'В пути адреса есть неверная последовательность с «%»; закодируйте путь в UTF-8.',
    de: 'Der Pfad der Adresse enthält eine fehlerhafte Prozentkodierung; kodieren Sie ihn als UTF-8.',
  },
  signed_type: {
    en: 'Content-Type is not the signed one; send the headers that came with the address, unchanged.',
    ru: 'Content-Type не совпадает с подписанным; отправьте заголовки, полученные вместе с адресом, без изменений.',
    de: 'Content-Type stimmt nicht mit dem signierten überein; senden Sie die Header, die mit der Adresse kamen, unverändert.',
  },
  signed_condition: {
    en: 'The signed header If-None-Match: * is missing; send the headers that came with the address, unchanged.',
    ru: 'Нет подписанного заголовка If-None-Match: *; отправьте заголовки, полученные вместе с адресом, без изменений.',
    de: 'Der signierte Header If-None-Match: * fehlt; senden Sie die Header, die mit der Adresse kamen, unverändert.',
  },
  content_md5: {
    en: 'The bytes do not match Content-MD5; compute it over exactly these bytes, and send them again.',
    ru: 'Байты не соответствуют Content-MD5; вычислите его по этим же байтам и отправьте их заново.',
    de: 'Die Bytes passen nicht zu Content-MD5; berechnen Sie ihn über genau diese Bytes und senden Sie sie erneut.',
  },
  bulk_fields: {
    en: 'The operation has more than one bulk field; send each in an operation of its own.',
    ru: 'В операции больше одного пакетного поля; отправьте каждое отдельной операцией.',
    de: 'Die Operation hat mehr als ein Sammelfeld; senden Sie jedes in einer eigenen Operation.',
  },
  subscription_request: {
    en: 'A subscription needs a POST of its own with the headers Accept: text/event-stream and Content-Type: application/json.',
    ru: 'Подписке нужен отдельный запрос POST с заголовками Accept: text/event-stream и Content-Type: application/json.',
    de: 'Eine Subscription braucht einen eigenen POST mit den Headern Accept: text/event-stream und Content-Type: application/json.',
  },
  subscription_only: {
    en: 'An event stream carries one subscription; send queries and mutations with Accept: application/json.',
    ru: 'Поток событий передаёт одну подписку; отправляйте запросы и мутации с Accept: application/json.',
    de: 'Ein Ereignisstrom überträgt eine Subscription; senden Sie Abfragen und Mutationen mit Accept: application/json.',
  },
  response_length: {
    en: `The result is longer than ${LIMITS.graphqlResponseCharacters} characters; ask for fewer fields or shorter pages.`,
    ru: `Результат длиннее ${LIMITS.graphqlResponseCharacters} символов; запросите меньше полей или более короткие страницы.`,
    de: `Das Ergebnis ist länger als ${LIMITS.graphqlResponseCharacters} Zeichen; fragen Sie weniger Felder oder kürzere Seiten ab.`,
  },
  expectation: {
    en: 'Expect has an unknown value; send Expect: 100-continue, or leave the header out.',
    ru: 'У заголовка Expect неизвестное значение; отправьте Expect: 100-continue или уберите заголовок.',
    de: 'Expect hat einen unbekannten Wert; senden Sie Expect: 100-continue oder lassen Sie den Header weg.',
  },
  headers: {
    en: `The request has more than ${LIMITS.headersPerRequest} headers; send fewer.`,
    ru: `В запросе больше ${LIMITS.headersPerRequest} заголовков; отправьте меньше.`,
    de: `Die Anfrage hat mehr als ${LIMITS.headersPerRequest} Header; senden Sie weniger.`,
  },
  host: {
    en: 'The request must have exactly one Host; send that header once.',
    ru: 'В запросе должен быть ровно один Host; отправьте этот заголовок один раз.',
    de: 'Die Anfrage muss genau einen Host haben; senden Sie diesen Header einmal.',
  },
  transfer_coding: {
    en: 'Only chunked is accepted in Transfer-Encoding, and only in HTTP/1.1; send Content-Length instead, or chunks.',
    ru: 'В Transfer-Encoding допустимо только chunked, и только в HTTP/1.1; отправьте Content-Length или chunked.',
    de: 'Transfer-Encoding darf nur chunked enthalten, und nur in HTTP/1.1; senden Sie stattdessen Content-Length oder chunked.',
  },
  cut_short: {
    en: 'The body did not arrive in full in time; send exactly as many bytes as Content-Length says, without long pauses.',
    ru: 'Тело запроса не пришло целиком за отведённое время; отправьте ровно столько байтов, сколько указано в Content-Length, без долгих пауз.',
    de: 'Der Inhalt kam nicht rechtzeitig vollständig an; senden Sie ohne lange Pausen genau so viele Bytes, wie Content-Length angibt.',
  },
  http: {
    en: 'The request line or a header is not valid HTTP/1.1; send the request with a common HTTP client.',
    ru: 'Строка запроса или заголовок не соответствует HTTP/1.1; отправьте запрос обычным HTTP-клиентом.',
    de: 'Die Anfragezeile oder ein Header ist kein gültiges HTTP/1.1; senden Sie die Anfrage mit einem üblichen HTTP-Client.',
  },
  urlencoded: {
    en: 'The body must be a form; send Content-Type: application/x-www-form-urlencoded, in UTF-8.',
    ru: 'Тело должно быть формой; укажите Content-Type: application/x-www-form-urlencoded и кодировку UTF-8.',
    de: 'Der Inhalt muss ein Formular sein; senden Sie Content-Type: application/x-www-form-urlencoded, in UTF-8.',
  },
  parameters: {
    en: 'The request has too many parameters; send each documented parameter once.',
    ru: 'В запросе слишком много параметров; отправьте каждый описанный параметр один раз.',
    de: 'Die Anfrage hat zu viele Parameter; senden Sie jeden dokumentierten Parameter einmal.',
  },
  text: {
    en: 'A text is not UTF-8, or contains NUL or half of a surrogate pair; remove these characters.',
    ru: 'Текст не в UTF-8, либо в нём есть NUL или половина суррогатной пары; уберите эти символы.',
    de: 'Ein Text ist kein UTF-8 oder enthält NUL oder ein halbes Surrogatpaar; entfernen Sie diese Zeichen.',
  },
  repeated_field: {
    en: 'A field of the form is repeated; send each field once.',
    ru: 'Поле формы повторяется; отправьте каждое поле один раз.',
    de: 'Ein Feld des Formulars ist wiederholt; senden Sie jedes Feld einmal.',
  },
  form_fields: {
    en: `The form has more than ${LIMITS.formFields} fields; send fewer.`,
    ru: `В форме больше ${LIMITS.formFields} полей; отправьте меньше.`,
    de: `Das Formular hat mehr als ${LIMITS.formFields} Felder; senden Sie weniger.`,
  },
} as const satisfies Readonly<Record<string, TextForPeople>>;

/** The part of a request that is malformed. */
export type MalformedPart = keyof typeof TEXTS;

/**
 * `invalid_request` with the malformed part and the cure. `cause` is an error, or a text for the
 * log; clients see neither.
 */
export function malformed(part: MalformedPart, cause?: unknown): RegisteredError {
  const log = typeof cause === 'string' ? `${part}: ${cause}` : part;
  return problem('invalid_request', { detail: TEXTS[part], log, cause });
}

/** `invalid_input` for a text that PostgreSQL cannot store: with NUL, or not valid UTF-8. */
export function unstorable(cause?: unknown): RegisteredError {
  return problem('invalid_input', { detail: TEXTS.text, cause });
}

/** `invalid_input` for JSON that contains a text as in `unstorable`, or is nested too deep. */
export function unstorableJson(): RegisteredError {
  return problem('invalid_input', { detail: TEXTS.json_content });
}

/** `invalid_request` for a GraphQL operation that costs at least `cost`, more than the limit. */
export function tooCostly(cost: number): RegisteredError {
  const most = LIMITS.graphqlCost;
  return problem('invalid_request', {
    log: `the operation costs at least ${cost}`,
    detail: {
      en: `The operation costs at least ${cost}, and the limit is ${most}; ask for fewer fields or shorter pages, or split it.`,
      ru: `Стоимость операции — не менее ${cost}, предел — ${most}; запросите меньше полей, более короткие страницы или разделите операцию.`,
      de: `Die Operation kostet mindestens ${cost}, die Grenze ist ${most}; fragen Sie weniger Felder oder kürzere Seiten ab, oder teilen Sie sie auf.`,
    },
  });
}

/**
 * `invalid_request` for a request that costs `units`, more than the `perMinute` units that its rate
 * class allows in a minute.
 */
export function overQuota(units: number, perMinute: number): RegisteredError {
  return problem('invalid_request', {
    log: `${units} units exceed the limit of a minute`,
    detail: {
      en: `The request costs ${units} units, but only ${perMinute} are available per minute; ask for less at once, or split it.`,
      ru: `Запрос стоит ${units} ед., а в минуту доступно только ${perMinute}; запросите меньше за раз или разделите запрос.`,
      de: `Die Anfrage kostet ${units} Einheiten, pro Minute sind aber nur ${perMinute} möglich; fragen Sie weniger auf einmal ab, oder teilen Sie sie auf.`,
    },
  });
}
