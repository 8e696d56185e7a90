import type { ErrorCode } from './errors.js';

/** The supported languages; the first is the default. */
export const LOCALES = ['en', 'ru', 'de'] as const;

/** One of the languages. */
export type Locale = (typeof LOCALES)[number];

/** The text of a code in a language: what happened and what to do about it (Spec 2.10, `detail`). */
export function detailOf(code: ErrorCode, locale: Locale): string {
  return ERROR_TEXTS[code][locale];
}

/** The texts of each error for users. Programs branch on the code and never on these. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, Readonly<Record<Locale, string>>>> = {
  access_denied: {
    en: 'The user declined the authorization; ask again only if the user wants you to.',
    ru: 'Пользователь отклонил запрос на доступ; запрашивайте его снова только по желанию пользователя.',
    de: 'Der Benutzer hat die Freigabe abgelehnt; fragen Sie nur auf seinen Wunsch erneut an.',
  },
  account_blocked: {
    en: 'This account is blocked or due to be deleted; sign in to cancel the deletion, or contact support.',
    ru: 'Этот аккаунт заблокирован или ожидает удаления; войдите, чтобы отменить удаление, или обратитесь в поддержку.',
    de: 'Dieses Konto ist blockiert oder wird bald gelöscht; melden Sie sich an, um die Löschung abzubrechen, oder wenden Sie sich an den Support.',
  },
  archive_dangerous_entry: {
    en: 'The archive contains an entry that must not be unpacked, such as a device file; remove it and upload the archive again.',
    ru: 'В архиве есть элемент, который нельзя распаковывать, например файл устройства; удалите его и загрузите архив заново.',
    de: 'Das Archiv enthält einen Eintrag, der nicht entpackt werden darf, etwa eine Gerätedatei; entfernen Sie ihn und laden Sie das Archiv erneut hoch.',
  },
  archive_duplicate_path: {
    en: 'Two entries of the archive lead to the same file; give each its own path and upload the archive again.',
    ru: 'Два элемента архива указывают на один и тот же файл; задайте им разные пути и загрузите архив заново.',
    de: 'Zwei Einträge des Archivs führen zur selben Datei; geben Sie jedem einen eigenen Pfad und laden Sie das Archiv erneut hoch.',
  },
  archive_empty: {
    en: 'The archive contains no files; add the files of the mod and upload the archive again.',
    ru: 'В архиве нет файлов; добавьте файлы мода и загрузите архив заново.',
    de: 'Das Archiv enthält keine Dateien; fügen Sie die Dateien der Mod hinzu und laden Sie das Archiv erneut hoch.',
  },
  archive_encrypted_entry: {
    en: 'An encrypted entry cannot be checked; upload the archive without a password.',
    ru: 'Зашифрованный элемент невозможно проверить; загрузите архив без пароля.',
    de: 'Ein verschlüsselter Eintrag lässt sich nicht prüfen; laden Sie das Archiv ohne Passwort hoch.',
  },
  archive_magic_mismatch: {
    en: 'The content of the file does not match its extension; upload it with the right extension.',
    ru: 'Содержимое файла не соответствует его расширению; загрузите его с правильным расширением.',
    de: 'Der Inhalt der Datei entspricht nicht ihrer Endung; laden Sie sie mit der richtigen Endung hoch.',
  },
  archive_mime_mismatch: {
    en: 'The declared content type does not match this archive format; send the right one or none.',
    ru: 'Указанный тип содержимого не подходит к этому формату архива; укажите правильный или не указывайте никакого.',
    de: 'Der angegebene Inhaltstyp passt nicht zu diesem Archivformat; senden Sie den richtigen oder keinen.',
  },
  archive_path_traversal: {
    en: 'An entry of the archive would be unpacked outside of its folder; use plain relative paths and upload the archive again.',
    ru: 'Один из элементов архива распаковался бы за пределами своей папки; используйте обычные относительные пути и загрузите архив заново.',
    de: 'Ein Eintrag des Archivs würde außerhalb seines Ordners entpackt; verwenden Sie einfache relative Pfade und laden Sie das Archiv erneut hoch.',
  },
  archive_symlink_entry: {
    en: 'The archive contains a symbolic link; replace it with the file itself and upload the archive again.',
    ru: 'В архиве есть символическая ссылка; замените её самим файлом и загрузите архив заново.',
    de: 'Das Archiv enthält eine symbolische Verknüpfung; ersetzen Sie sie durch die Datei selbst und laden Sie das Archiv erneut hoch.',
  },
  archive_too_large: {
    en: 'The archive exceeds the size limit for uploads; make it smaller or split it.',
    ru: 'Архив превышает предельный размер загрузки; уменьшите или разделите его.',
    de: 'Das Archiv überschreitet die Größengrenze für Uploads; verkleinern oder teilen Sie es.',
  },
  archive_validation_failed: {
    en: 'The structure of the archive is damaged or unsafe; pack the files again with a common tool and upload the new archive.',
    ru: 'Структура архива повреждена или небезопасна; упакуйте файлы заново обычным архиватором и загрузите новый архив.',
    de: 'Die Struktur des Archivs ist beschädigt oder unsicher; packen Sie die Dateien mit einem gängigen Programm neu und laden Sie das neue Archiv hoch.',
  },
  authorization_pending: {
    en: 'The user has not decided yet; ask again after the interval.',
    ru: 'Пользователь ещё не принял решение; повторите запрос после указанного интервала.',
    de: 'Der Benutzer hat noch nicht entschieden; fragen Sie nach Ablauf des Intervalls erneut.',
  },
  av_scan_rejected: {
    en: 'This file did not pass the security scan; do not share it, and check the state of its upload.',
    ru: 'Файл не прошёл проверку безопасности; не распространяйте его и проверьте состояние загрузки.',
    de: 'Die Sicherheitsprüfung hat diese Datei nicht freigegeben; geben Sie sie nicht weiter und prüfen Sie den Stand des Uploads.',
  },
  checksum_not_verified: {
    en: 'The checksum of this file has not been verified yet; wait until its upload is ready.',
    ru: 'Контрольная сумма файла ещё не проверена; дождитесь готовности загрузки.',
    de: 'Die Prüfsumme dieser Datei ist noch nicht bestätigt; warten Sie, bis der Upload bereit ist.',
  },
  confirmation_required: {
    en: 'This confirmation token does not work: it was already used, has expired or is for another input, or the data has changed; repeat the dry run without a token, then confirm what it shows.',
    ru: 'Этот токен подтверждения не подходит: он уже использован, истёк или выдан для других данных, либо данные изменились; повторите пробный запуск без токена и подтвердите его результат.',
    de: 'Dieses Bestätigungstoken gilt nicht: Es wurde schon benutzt, ist abgelaufen oder gehört zu einer anderen Eingabe, oder die Daten haben sich geändert; wiederholen Sie den Probelauf ohne Token und bestätigen Sie sein Ergebnis.',
  },
  cursor_context_mismatch: {
    en: 'The cursor belongs to a list with other filters or another order; start again from the first page.',
    ru: 'Курсор относится к списку с другими фильтрами или другой сортировкой; начните с первой страницы.',
    de: 'Der Cursor gehört zu einer Liste mit anderen Filtern oder anderer Sortierung; beginnen Sie wieder bei der ersten Seite.',
  },
  delegated_scope_denied: {
    en: 'A credential can pass on only the scopes that it has; use a credential with this scope.',
    ru: 'Учётные данные передают только те права, которые есть у них самих; используйте данные с этим правом.',
    de: 'Zugangsdaten können nur Rechte weitergeben, die sie selbst haben; verwenden Sie solche mit diesem Recht.',
  },
  download_rate_limited: {
    en: 'This download has to wait; repeat the request with the same download job after the given delay.',
    ru: 'Это скачивание пока не может начаться; повторите запрос с тем же заданием через указанное время.',
    de: 'Dieser Download muss warten; wiederholen Sie die Anfrage mit demselben Download-Auftrag nach der angegebenen Zeit.',
  },
  download_session_expired: {
    en: 'This download session has expired; resolve the download again and continue after the last byte that you have.',
    ru: 'Сеанс скачивания истёк; запросите скачивание снова и продолжите с последнего полученного байта.',
    de: 'Diese Download-Sitzung ist abgelaufen; fordern Sie den Download neu an und setzen Sie beim letzten erhaltenen Byte fort.',
  },
  download_session_not_found: {
    en: 'This download session does not exist, or you do not have access to it; resolve the download again.',
    ru: 'Такого сеанса скачивания нет, или у вас нет к нему доступа; запросите скачивание снова.',
    de: 'Diese Download-Sitzung gibt es nicht, oder Sie haben keinen Zugriff darauf; fordern Sie den Download neu an.',
  },
  duplicate_version: {
    en: 'The mod already has a version with this name; choose another name.',
    ru: 'У мода уже есть версия с таким номером; выберите другой.',
    de: 'Die Mod hat bereits eine Version mit diesem Namen; wählen Sie einen anderen.',
  },
  entitlement_required: {
    en: 'This file needs an access right that your account does not have; get access to the mod first, then try again.',
    ru: 'Для этого файла нужно право доступа, которого у вашего аккаунта нет; сначала получите доступ к моду, затем повторите попытку.',
    de: 'Für diese Datei ist ein Zugriffsrecht nötig, das Ihr Konto nicht hat; besorgen Sie sich zuerst Zugriff auf die Mod und versuchen Sie es dann erneut.',
  },
  expired_token: {
    en: 'The device code is no longer valid; start the sign-in again.',
    ru: 'Код устройства больше не действует; начните вход заново.',
    de: 'Der Gerätecode ist nicht mehr gültig; beginnen Sie die Anmeldung von vorn.',
  },
  fallback_not_allowed: {
    en: 'This file cannot be fetched from the fallback store; use the primary address.',
    ru: 'Этот файл нельзя получать из резервного хранилища; используйте основной адрес.',
    de: 'Diese Datei darf nicht aus dem Zweitspeicher geholt werden; verwenden Sie die Hauptadresse.',
  },
  feature_disabled: {
    en: 'This feature is disabled on this service; contact the operator if you need it.',
    ru: 'Эта функция отключена на этом сервисе; если она нужна, обратитесь к оператору.',
    de: 'Diese Funktion ist bei diesem Dienst abgeschaltet; wenden Sie sich an den Betreiber, wenn Sie sie brauchen.',
  },
  file_not_found: {
    en: 'This file does not exist, or you do not have access to it; check its id in the catalog.',
    ru: 'Такого файла нет, или у вас нет к нему доступа; проверьте его идентификатор в каталоге.',
    de: 'Diese Datei gibt es nicht, oder Sie haben keinen Zugriff darauf; prüfen Sie ihre ID im Katalog.',
  },
  file_not_ready: {
    en: 'This file cannot be downloaded yet; try again when its version is published.',
    ru: 'Этот файл пока нельзя скачать; попробуйте снова после публикации версии.',
    de: 'Diese Datei kann noch nicht heruntergeladen werden; versuchen Sie es nach der Veröffentlichung der Version erneut.',
  },
  forbidden: {
    en: 'You do not have permission to do this; use an account or credential that has it.',
    ru: 'У вас нет прав на это действие; используйте аккаунт или учётные данные с нужными правами.',
    de: 'Ihnen fehlt das Recht dazu; verwenden Sie ein Konto oder Zugangsdaten mit den nötigen Rechten.',
  },
  gone: {
    en: 'This was withdrawn or deleted; read the catalog again.',
    ru: 'Этот объект отозван или удалён; запросите каталог заново.',
    de: 'Das wurde zurückgezogen oder gelöscht; rufen Sie den Katalog neu ab.',
  },
  idempotency_conflict: {
    en: 'This idempotency key was used for another request; repeat the first request unchanged, or use a new key.',
    ru: 'Этот ключ идемпотентности уже использован для другого запроса; повторите первый запрос без изменений или возьмите новый ключ.',
    de: 'Dieser Idempotenzschlüssel wurde schon für eine andere Anfrage verwendet; senden Sie die erste Anfrage unverändert oder verwenden Sie einen neuen Schlüssel.',
  },
  idempotency_in_progress: {
    en: 'The same request is still running; repeat it after a moment with the same key.',
    ru: 'Этот же запрос ещё выполняется; повторите его чуть позже с тем же ключом.',
    de: 'Dieselbe Anfrage läuft noch; wiederholen Sie sie in einem Moment mit demselben Schlüssel.',
  },
  idempotency_key_required: {
    en: 'This request needs the header Idempotency-Key; send a new value of your own with each new write.',
    ru: 'Для этого запроса нужен заголовок Idempotency-Key; передавайте новое значение для каждой новой операции записи.',
    de: 'Diese Anfrage braucht den Header Idempotency-Key; senden Sie für jeden neuen Schreibvorgang einen neuen, eigenen Wert.',
  },
  idempotency_replay_unavailable: {
    en: 'The first response contained a secret that is shown only once; revoke what was created and create it again.',
    ru: 'Первый ответ содержал секрет, который показывается только один раз; отзовите созданное и создайте заново.',
    de: 'Die erste Antwort enthielt ein Geheimnis, das nur einmal gezeigt wird; widerrufen Sie das Erstellte und legen Sie es neu an.',
  },
  insufficient_scope: {
    en: 'Your credential lacks a scope that this needs; use one with the scope that the response names.',
    ru: 'Вашим учётным данным не хватает права на это действие; используйте данные с правом, указанным в ответе.',
    de: 'Ihren Zugangsdaten fehlt ein nötiges Recht; verwenden Sie solche mit dem Recht, das die Antwort nennt.',
  },
  internal_error: {
    en: 'Something failed on our side; try again later, and report the request id if the error persists.',
    ru: 'На нашей стороне произошла ошибка; повторите попытку позже, а если ошибка останется, сообщите нам ID запроса.',
    de: 'Auf unserer Seite ist ein Fehler aufgetreten; versuchen Sie es später erneut und nennen Sie uns die Anfrage-ID, wenn er bleibt.',
  },
  invalid_client: {
    en: 'The application is unknown or did not authenticate; check its client id and secret.',
    ru: 'Приложение неизвестно или не прошло проверку подлинности; проверьте его client_id и секрет.',
    de: 'Die Anwendung ist unbekannt oder konnte nicht authentifiziert werden; prüfen Sie Client-ID und Geheimnis.',
  },
  invalid_client_identity: {
    en: 'The request does not properly identify the program that sends it; set User-Agent and, with a token, the X-Service-Client headers.',
    ru: 'В запросе неверно указана программа, которая его отправила; задайте User-Agent, а с токеном и заголовки X-Service-Client.',
    de: 'Die Anfrage weist das sendende Programm nicht richtig aus; setzen Sie User-Agent und bei einem Token die X-Service-Client-Header.',
  },
  invalid_file_id: {
    en: 'The file id is not a UUID; copy it from the catalog unchanged.',
    ru: 'Идентификатор файла не является UUID; возьмите его из каталога без изменений.',
    de: 'Die Datei-ID ist keine UUID; übernehmen Sie sie unverändert aus dem Katalog.',
  },
  invalid_grant: {
    en: 'The code or token is wrong, already used or revoked; start the authorization again.',
    ru: 'Код или токен неверен, уже использован или отозван; начните авторизацию заново.',
    de: 'Der Code oder das Token ist falsch, schon benutzt oder widerrufen; beginnen Sie die Autorisierung von vorn.',
  },
  invalid_input: {
    en: 'Some of the input is invalid; correct the fields that the response names.',
    ru: 'Некоторые данные недопустимы; исправьте поля, указанные в ответе.',
    de: 'Ein Teil der Eingabe ist ungültig; korrigieren Sie die Felder, die die Antwort nennt.',
  },
  invalid_json: {
    en: 'The body is not valid JSON; check how you encode it.',
    ru: 'Тело запроса не является корректным JSON; проверьте, как оно сформировано.',
    de: 'Der Inhalt der Anfrage ist kein gültiges JSON; prüfen Sie, wie er erzeugt wird.',
  },
  invalid_metadata: {
    en: 'Some of the metadata is invalid; correct the fields that the response names.',
    ru: 'Некоторые метаданные недопустимы; исправьте поля, указанные в ответе.',
    de: 'Ein Teil der Metadaten ist ungültig; korrigieren Sie die Felder, die die Antwort nennt.',
  },
  invalid_part_numbers: {
    en: 'The part numbers are repeated, too many or not part of this upload; request up to four parts of this upload.',
    ru: 'Номера частей повторяются, их слишком много или их нет в этой загрузке; запросите не более четырёх существующих.',
    de: 'Die Teilenummern sind doppelt, zu viele oder nicht Teil dieses Uploads; fordern Sie bis zu vier vorhandene an.',
  },
  invalid_parts: {
    en: 'The parts do not form the whole upload; send every part once, in order, with the ETag that the storage returned.',
    ru: 'Из этих частей не складывается вся загрузка; передайте каждую часть один раз, по порядку, с ETag из ответа хранилища.',
    de: 'Die Teile ergeben nicht den ganzen Upload; senden Sie jeden Teil einmal, der Reihe nach, mit dem ETag des Speichers.',
  },
  invalid_request: {
    en: 'The request is malformed; compare it with the documentation.',
    ru: 'Запрос составлен неверно; сверьте его с документацией.',
    de: 'Die Anfrage ist fehlerhaft aufgebaut; vergleichen Sie sie mit der Dokumentation.',
  },
  invalid_scope: {
    en: 'A scope is unknown or not available to this application; request only scopes that are available to it.',
    ru: 'Запрошенное право неизвестно или недоступно этому приложению; запросите только доступные ему права.',
    de: 'Ein Recht ist unbekannt oder für diese Anwendung nicht verfügbar; fordern Sie nur verfügbare Rechte an.',
  },
  invalid_sha256: {
    en: 'The SHA-256 must have 64 hexadecimal digits; compute it over the whole file.',
    ru: 'SHA-256 должен состоять из 64 шестнадцатеричных цифр; вычислите его по всему файлу.',
    de: 'Der SHA-256 muss aus 64 Hexadezimalziffern bestehen; berechnen Sie ihn über die ganze Datei.',
  },
  invalid_size: {
    en: 'The size must be a whole number of bytes above zero; send the exact size of the file.',
    ru: 'Размер должен быть целым числом байтов больше нуля; укажите точный размер файла.',
    de: 'Die Größe muss eine ganze Zahl von Bytes über null sein; senden Sie die genaue Dateigröße.',
  },
  invalid_staging_object: {
    en: 'The uploaded object cannot be used; start a new upload.',
    ru: 'Загруженный объект нельзя использовать; начните новую загрузку.',
    de: 'Das hochgeladene Objekt ist nicht verwendbar; beginnen Sie einen neuen Upload.',
  },
  invalid_state: {
    en: 'This is not possible in the current state; read the resource again.',
    ru: 'В текущем состоянии это невозможно; запросите ресурс заново.',
    de: 'Im jetzigen Zustand ist das nicht möglich; rufen Sie die Ressource neu ab.',
  },
  invalid_state_transition: {
    en: 'This step is not possible in the current state; read the resource again.',
    ru: 'В текущем состоянии этот шаг невозможен; запросите ресурс заново.',
    de: 'Dieser Schritt ist im jetzigen Zustand nicht möglich; rufen Sie die Ressource neu ab.',
  },
  invalid_tool_output: {
    en: 'The tool returned an unusable result; try again later.',
    ru: 'Инструмент вернул непригодный результат; повторите попытку позже.',
    de: 'Das Werkzeug hat kein brauchbares Ergebnis geliefert; versuchen Sie es später erneut.',
  },
  missing_sha256: {
    en: 'The SHA-256 of the file is missing; send it with the request. If the stored file has no SHA-256, upload the file again.',
    ru: 'Не указан SHA-256 файла; передайте его в запросе. Сохранённый файл без SHA-256 нужно загрузить заново.',
    de: 'Der SHA-256 der Datei fehlt; senden Sie ihn mit der Anfrage. Eine gespeicherte Datei ohne SHA-256 muss neu hochgeladen werden.',
  },
  not_found: {
    en: 'Not found. It does not exist, or you do not have access to it; check the address and the ids.',
    ru: 'Не найдено. Такого объекта нет, или у вас нет к нему доступа; проверьте адрес и идентификаторы.',
    de: 'Nicht gefunden. Das gibt es nicht, oder Sie haben keinen Zugriff darauf; prüfen Sie die Adresse und die IDs.',
  },
  origin_mismatch: {
    en: 'The request came from a page of another site; send it from a page of this service.',
    ru: 'Запрос отправлен со страницы другого сайта; отправьте его со страницы этого сервиса.',
    de: 'Die Anfrage kam von einer fremden Website; senden Sie sie von einer Seite dieses Dienstes.',
  },
  part_checksum_mismatch: {
    en: 'The bytes of a part do not match its checksum; upload that part again.',
    ru: 'Байты одной из частей не соответствуют её контрольной сумме; загрузите эту часть снова.',
    de: 'Die Bytes eines Teils passen nicht zu seiner Prüfsumme; laden Sie ihn erneut hoch.',
  },
  part_size_mismatch: {
    en: 'A part has the wrong size; upload that part again in full.',
    ru: 'Размер одной из частей неверен; загрузите эту часть снова целиком.',
    de: 'Ein Teil hat die falsche Größe; laden Sie ihn vollständig erneut hoch.',
  },
  precondition_failed: {
    en: 'The resource does not match the ETag in If-Match; read it again and repeat the change with the new ETag.',
    ru: 'Ресурс не соответствует ETag в If-Match; запросите его заново и повторите изменение с новым ETag.',
    de: 'Die Ressource passt nicht zum ETag in If-Match; rufen Sie sie neu ab und wiederholen Sie die Änderung mit dem neuen ETag.',
  },
  precondition_required: {
    en: 'This change needs the header If-Match; send it with the last ETag that you read.',
    ru: 'Для этого изменения нужен заголовок If-Match; передайте в нём последний полученный ETag.',
    de: 'Diese Änderung braucht den Header If-Match; senden Sie ihn mit dem zuletzt erhaltenen ETag.',
  },
  rate_limited: {
    en: 'You sent too many requests; wait for the given time before the next one.',
    ru: 'Слишком много запросов; подождите указанное время перед следующим.',
    de: 'Sie haben zu viele Anfragen gesendet; warten Sie die angegebene Zeit bis zur nächsten.',
  },
  request_body_too_large: {
    en: 'The body exceeds the size limit of this request; send less.',
    ru: 'Тело запроса больше допустимого; отправьте меньше данных.',
    de: 'Der Inhalt überschreitet die Größengrenze dieser Anfrage; senden Sie weniger.',
  },
  resource_scope_denied: {
    en: 'Your credential is limited to other resources; use one that covers this one.',
    ru: 'Ваши учётные данные действуют только для других ресурсов; используйте те, что действуют для этого.',
    de: 'Ihre Zugangsdaten sind auf andere Ressourcen beschränkt; verwenden Sie solche, die diese umfassen.',
  },
  server_error: {
    en: 'The authorization server failed; try again later.',
    ru: 'Сбой сервера авторизации; повторите попытку позже.',
    de: 'Beim Autorisierungsserver ist ein Fehler aufgetreten; versuchen Sie es später erneut.',
  },
  service_unavailable: {
    en: 'A part of the service is not responding; try again shortly.',
    ru: 'Часть сервиса сейчас не отвечает; повторите попытку чуть позже.',
    de: 'Ein Teil des Dienstes antwortet gerade nicht; versuchen Sie es in Kürze erneut.',
  },
  session_expired: {
    en: 'The upload session has expired; start a new one.',
    ru: 'Сеанс загрузки истёк; начните новый.',
    de: 'Die Upload-Sitzung ist abgelaufen; beginnen Sie eine neue.',
  },
  session_not_abortable: {
    en: 'The upload session can no longer be aborted; check its state.',
    ru: 'Этот сеанс загрузки уже нельзя отменить; проверьте его состояние.',
    de: 'Diese Upload-Sitzung lässt sich nicht mehr abbrechen; prüfen Sie ihren Zustand.',
  },
  session_not_found: {
    en: 'This upload session does not exist, or you do not have access to it; check its id.',
    ru: 'Такого сеанса загрузки нет, или у вас нет к нему доступа; проверьте идентификатор.',
    de: 'Diese Upload-Sitzung gibt es nicht, oder Sie haben keinen Zugriff darauf; prüfen Sie die ID.',
  },
  session_not_multipart: {
    en: 'This upload is sent with a single PUT and has no parts; use the address that came with the session.',
    ru: 'Эта загрузка выполняется одним PUT и не делится на части; используйте адрес, полученный с сеансом.',
    de: 'Dieser Upload erfolgt mit einem einzigen PUT und hat keine Teile; verwenden Sie die Adresse der Sitzung.',
  },
  session_not_uploaded: {
    en: 'The bytes of this upload are not complete yet; finish sending them first.',
    ru: 'Данные этой загрузки ещё не переданы полностью; сначала завершите передачу.',
    de: 'Die Bytes dieses Uploads sind noch nicht vollständig; senden Sie sie erst zu Ende.',
  },
  session_not_uploading: {
    en: 'The upload session accepts no bytes in its current state; check that state.',
    ru: 'В текущем состоянии сеанс загрузки не принимает данные; проверьте его состояние.',
    de: 'Die Upload-Sitzung nimmt in ihrem jetzigen Zustand keine Bytes an; prüfen Sie diesen Zustand.',
  },
  sha256_mismatch: {
    en: 'The uploaded bytes do not have the SHA-256 that you declared; check the file and start a new upload.',
    ru: 'SHA-256 полученных данных отличается от заявленного; проверьте файл и начните новую загрузку.',
    de: 'Die hochgeladenen Bytes haben nicht den angegebenen SHA-256; prüfen Sie die Datei und beginnen Sie einen neuen Upload.',
  },
  size_mismatch: {
    en: 'The uploaded object does not have the size that you declared; check the file and start a new upload.',
    ru: 'Размер полученного объекта отличается от заявленного; проверьте файл и начните новую загрузку.',
    de: 'Das hochgeladene Objekt hat nicht die angegebene Größe; prüfen Sie die Datei und beginnen Sie einen neuen Upload.',
  },
  slow_down: {
    en: 'You poll too often; wait longer before the next request.',
    ru: 'Вы опрашиваете слишком часто; увеличьте интервал перед следующим запросом.',
    de: 'Sie fragen zu oft ab; warten Sie länger bis zur nächsten Anfrage.',
  },
  step_up_required: {
    en: 'This needs a recent confirmation of your second factor; confirm it and try again.',
    ru: 'Нужно заново подтвердить второй фактор; сделайте это и повторите попытку.',
    de: 'Dafür müssen Sie Ihren zweiten Faktor erneut bestätigen; tun Sie das und versuchen Sie es noch einmal.',
  },
  team_role_denied: {
    en: 'Your role in the team of this mod does not allow this; ask an owner.',
    ru: 'Ваша роль в команде этого мода не позволяет это сделать; обратитесь к владельцу.',
    de: 'Ihre Rolle im Team dieser Mod erlaubt das nicht; wenden Sie sich an einen Besitzer.',
  },
  tool_not_found: {
    en: 'There is no tool with this name; list the tools first.',
    ru: 'Инструмента с таким именем нет; сначала запросите список инструментов.',
    de: 'Ein Werkzeug mit diesem Namen gibt es nicht; rufen Sie zuerst die Liste der Werkzeuge ab.',
  },
  unauthorized: {
    en: 'This needs a valid credential. Yours is missing, wrong, expired or revoked; sign in again, or send a valid one.',
    ru: 'Нужны действительные учётные данные. Ваши не переданы, неверны, истекли или отозваны; войдите снова или передайте действительные.',
    de: 'Dafür sind gültige Zugangsdaten nötig. Ihre fehlen, sind falsch, abgelaufen oder widerrufen; melden Sie sich neu an oder senden Sie gültige.',
  },
  unauthorized_client: {
    en: 'This application is not registered for this kind of authorization; use one that it is registered for.',
    ru: 'Этому приложению недоступен такой способ авторизации; используйте тот, для которого оно зарегистрировано.',
    de: 'Diese Anwendung darf diesen Autorisierungsweg nicht nutzen; verwenden Sie einen, für den sie registriert ist.',
  },
  unsupported_archive_extension: {
    en: 'This file extension is not accepted; upload a .zip, .jar, .7z or .rar archive.',
    ru: 'Файлы с таким расширением не принимаются; загрузите архив .zip, .jar, .7z или .rar.',
    de: 'Dateien mit dieser Endung werden nicht angenommen; laden Sie ein .zip-, .jar-, .7z- oder .rar-Archiv hoch.',
  },
  unsupported_grant_type: {
    en: 'The token endpoint does not support this grant type; use one that the server metadata lists.',
    ru: 'Сервер не выдаёт токены по этому grant_type; используйте значение из метаданных сервера.',
    de: 'Der Token-Endpunkt unterstützt diesen Grant-Typ nicht; verwenden Sie einen aus den Server-Metadaten.',
  },
  unsupported_version: {
    en: 'The game or this service does not know that version; choose one that is listed.',
    ru: 'Игра или сервис не знает такой версии; выберите одну из перечисленных.',
    de: 'Das Spiel oder dieser Dienst kennt diese Version nicht; wählen Sie eine der aufgeführten.',
  },
  user_not_found: {
    en: 'This user or team member does not exist; check the id or the username.',
    ru: 'Такого пользователя или участника команды нет; проверьте идентификатор или имя пользователя.',
    de: 'Einen solchen Benutzer oder ein solches Teammitglied gibt es nicht; prüfen Sie die ID oder den Benutzernamen.',
  },
  validation_failed: {
    en: 'Some fields break a rule; correct the fields that the response names.',
    ru: 'Некоторые поля нарушают правила; исправьте поля, указанные в ответе.',
    de: 'Einige Felder verletzen eine Regel; korrigieren Sie die Felder, die die Antwort nennt.',
  },
  version_not_ready: {
    en: 'The version cannot be published in its current state; wait until its file is ready.',
    ru: 'В текущем состоянии версию нельзя опубликовать; дождитесь готовности её файла.',
    de: 'Die Version kann im jetzigen Zustand nicht veröffentlicht werden; warten Sie, bis ihre Datei bereit ist.',
  },
  zip64_not_supported: {
    en: 'ZIP64 archives are not accepted; pack the files as a plain ZIP.',
    ru: 'Архивы ZIP64 не принимаются; упакуйте файлы в обычный ZIP.',
    de: 'ZIP64-Archive werden nicht angenommen; packen Sie die Dateien als gewöhnliches ZIP.',
  },
  zip_bomb_guard: {
    en: 'The unpacked archive would be far larger than the archive itself; use less compression or remove the padding.',
    ru: 'Архив распаковывается в объём, намного превышающий его размер; упакуйте файлы с меньшим сжатием или уберите заполнение.',
    de: 'Das Archiv würde sich auf ein Vielfaches seiner Größe entpacken; komprimieren Sie schwächer oder entfernen Sie Fülldaten.',
  },
  zip_central_directory_too_large: {
    en: 'The directory of the archive is too large to check; pack fewer files or use shorter names.',
    ru: 'Оглавление архива больше, чем можно проверить; упакуйте меньше файлов или сократите имена.',
    de: 'Das Inhaltsverzeichnis des Archivs ist zu groß für die Prüfung; packen Sie weniger Dateien oder verwenden Sie kürzere Namen.',
  },
  zip_entry_limit: {
    en: 'The archive has too many entries; pack fewer files.',
    ru: 'В архиве слишком много элементов; упакуйте меньше файлов.',
    de: 'Das Archiv hat zu viele Einträge; packen Sie weniger Dateien.',
  },
  provider_unsupported: {
    en: 'Files from this provider are not accepted; use a provider that the documentation lists.',
    ru: 'Файлы этого провайдера не принимаются; используйте одного из указанных в документации.',
    de: 'Dateien dieses Anbieters werden nicht angenommen; verwenden Sie einen der dokumentierten.',
  },
  locator_invalid: {
    en: 'The locator does not name one unchanging file of the provider. Send exactly the members that the provider uses: owner, repository, release_id and asset_id for GitHub and Codeberg; project_id, version_id and filename for Modrinth; project_id, version_id and platform for Hangar. Tags, branches and addresses are not accepted.',
    ru: 'Значение locator не указывает на один неизменный файл провайдера. Передайте только те поля, которые использует провайдер: owner, repository, release_id и asset_id для GitHub и Codeberg; project_id, version_id и filename для Modrinth; project_id, version_id и platform для Hangar. Теги, ветки и адреса не принимаются.',
    de: 'Die Angabe in locator bezeichnet keine feste Datei des Anbieters. Senden Sie genau die Felder, die der Anbieter verwendet: owner, repository, release_id und asset_id für GitHub und Codeberg; project_id, version_id und filename für Modrinth; project_id, version_id und platform für Hangar. Tags, Branches und Adressen werden nicht angenommen.',
  },
  source_already_imported: {
    en: 'This external file is already registered; use the existing reference.',
    ru: 'Этот внешний файл уже зарегистрирован; используйте существующую ссылку.',
    de: 'Diese externe Datei ist bereits eingetragen; verwenden Sie den vorhandenen Verweis.',
  },
  reference_pending: {
    en: 'The external file has not been verified yet; try again after the given delay.',
    ru: 'Внешний файл ещё не проверен; повторите запрос через указанное время.',
    de: 'Die externe Datei ist noch nicht geprüft; versuchen Sie es nach der angegebenen Zeit erneut.',
  },
  reference_stale: {
    en: 'The external file is being verified again; try again after the given delay.',
    ru: 'Внешний файл проверяется повторно; отправьте запрос снова через указанное время.',
    de: 'Die externe Datei wird erneut geprüft; versuchen Sie es nach der angegebenen Zeit erneut.',
  },
  reference_withdrawn: {
    en: 'The external file is no longer offered; stop the installation and choose another version.',
    ru: 'Внешний файл больше не предоставляется; остановите установку и выберите другую версию.',
    de: 'Die externe Datei wird nicht mehr angeboten; brechen Sie die Installation ab und wählen Sie eine andere Version.',
  },
  hash_mismatch: {
    en: 'The external file differs from the registered one; stop the installation.',
    ru: 'Внешний файл не совпадает с зарегистрированным; остановите установку.',
    de: 'Die externe Datei weicht von der eingetragenen ab; brechen Sie die Installation ab.',
  },
  fallback_unavailable: {
    en: 'There is no fallback copy of this file; use the primary address.',
    ru: 'Резервной копии этого файла нет; используйте основной адрес.',
    de: 'Von dieser Datei gibt es keine zweite Kopie; verwenden Sie die Hauptadresse.',
  },
  provider_rate_limited: {
    en: 'The external provider asks us to wait; try again after the given delay.',
    ru: 'Внешний провайдер просит подождать; повторите запрос через указанное время.',
    de: 'Der externe Anbieter lässt uns warten; versuchen Sie es nach der angegebenen Zeit erneut.',
  },
  provider_unavailable: {
    en: 'The external provider is not responding; try again later.',
    ru: 'Внешний провайдер сейчас не отвечает; повторите попытку позже.',
    de: 'Der externe Anbieter antwortet gerade nicht; versuchen Sie es später erneut.',
  },
  cover_required: {
    en: 'A mod needs a cover before publication; add one or have one generated.',
    ru: 'Перед публикацией моду нужна обложка; добавьте свою или создайте её автоматически.',
    de: 'Vor der Veröffentlichung braucht eine Mod ein Titelbild; fügen Sie eines hinzu oder lassen Sie eines erzeugen.',
  },
  ai_client_upgrade_required: {
    en: 'This version of the application is too old for the assistant; update it.',
    ru: 'Эта версия приложения слишком старая для помощника; обновите её.',
    de: 'Diese Version der Anwendung ist für den Assistenten zu alt; aktualisieren Sie sie.',
  },
};
