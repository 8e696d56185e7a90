import type { Language } from '../languages.js';

/** The grammatical gender of a Russian noun. */
export type Gender = 'm' | 'f' | 'n';

/** A noun that compounds are made of. */
export interface Root {
  readonly nouns: Readonly<Record<Language, string>>;
  /** The first part of German compounds: `Laternen` in `Laternenmarkt`. */
  readonly germanPart: string;
  /** The gender of the Russian noun. */
  readonly gender: Gender;
  /** The masculine Russian adjective. */
  readonly adjective: string;
}

/** English, German, the first part of German compounds, Russian, its gender, its adjective. */
const LINES = `
  night Nacht Nacht ночь f ночной
  dragon Drache Drachen дракон m драконовый
  star Stern Sternen звезда f звёздный
  fire Feuer Feuer огонь m огненный
  iron Eisen Eisen железо n железный
  stone Stein Stein камень m каменный
  forest Wald Wald лес m лесной
  shadow Schatten Schatten тень f теневой
  winter Winter Winter зима f зимний
  storm Sturm Sturm буря f штормовой
  castle Burg Burg замок m замковый
  moon Mond Mond луна f лунный
  frost Frost Frost мороз m морозный
  river Fluss Fluss река f речной
  lantern Laterne Laternen фонарь m фонарный
  knight Ritter Ritter рыцарь m рыцарский
  sea Meer Meeres море n морской
  tower Turm Turm башня f башенный
  gold Gold Gold золото n золотой
  ship Schiff Schiffs корабль m корабельный
  blood Blut Blut кровь f кровавый
  sun Sonne Sonnen солнце n солнечный
  market Markt Markt рынок m рыночный
  village Dorf Dorf деревня f деревенский
  house Haus Haus дом m домашний
  sword Schwert Schwert меч m мечевой
  mountain Berg Berg гора f горный
  city Stadt Stadt город m городской
  crystal Kristall Kristall кристалл m кристальный
  wolf Wolf Wolfs волк m серый
  ghost Geist Geister призрак m призрачный
  rune Rune Runen руна f рунный
  rain Regen Regen дождь m дождевой
  garden Garten Garten огород m огородный
  road Straße Straßen дорога f дорожный
  bridge Brücke Brücken мост m мостовой
  ice Eis Eis лёд m ледяной
  snow Schnee Schnee снег m снежный
  water Wasser Wasser вода f водный
  island Insel Insel остров m островной
  witch Hexe Hexen ведьма f ведьмовской
  king König Königs король m королевский
  engine Motor Motoren двигатель m моторный
  tavern Taverne Tavernen таверна f трактирный
  harbor Hafen Hafen гавань f портовый
  robot Roboter Roboter робот m роботный
  cave Höhle Höhlen пещера f пещерный
  silver Silber Silber серебро n серебряный
  horse Pferd Pferde конь m конный
  shield Schild Schild щит m щитовой
  rocket Rakete Raketen ракета f ракетный
  mushroom Pilz Pilz гриб m грибной
  mill Mühle Mühlen мельница f мельничный
  hunter Jäger Jäger охотник m егерский
  wind Wind Wind ветер m ветряной
  thunder Donner Donner гром m громовой
  desert Wüste Wüsten пустыня f пустынный
  copper Kupfer Kupfer медь f медный
  autumn Herbst Herbst осень f осенний
  drone Drohne Drohnen дрон m дронный
  furnace Ofen Ofen печь f печной
  temple Tempel Tempel храм m храмовый
  dream Traum Traum сон m сонный
  book Buch Bücher книга f книжный
  raven Rabe Raben ворон m вороной
  steel Stahl Stahl сталь f стальной
  swamp Sumpf Sumpf болото n болотный
  field Feld Feld поле n полевой
  glass Glas Glas стекло n стеклянный
  fog Nebel Nebel туман m туманный
  bone Knochen Knochen кость f костяной
  smith Schmied Schmiede кузнец m кузнечный
  hammer Hammer Hammer молот m молотовый
  crown Krone Kronen корона f коронный
  key Schlüssel Schlüssel ключ m ключевой
  door Tür Tür дверь f дверной
  tractor Traktor Traktoren трактор m тракторный
  lake See Seen озеро n озёрный
  orbit Orbit Orbit орбита f орбитальный
  signal Signal Signal сигнал m сигнальный
  mirror Spiegel Spiegel зеркало n зеркальный
  song Lied Lieder песня f песенный
  heart Herz Herz сердце n сердечный
  honey Honig Honig мёд m медовый
  bread Brot Brot хлеб m хлебный
  apple Apfel Apfel яблоко n яблочный
  wheat Weizen Weizen пшеница f пшеничный
  eagle Adler Adler орёл m орлиный
  whale Wal Wal кит m китовый
  spider Spinne Spinnen паук m паутинный
  grave Grab Grab могила f могильный
  valley Tal Tal долина f долинный
  coast Küste Küsten берег m береговой
  glacier Gletscher Gletscher ледник m ледниковый
  bell Glocke Glocken колокол m колокольный
  laser Laser Laser лазер m лазерный
  reactor Reaktor Reaktor реактор m реакторный
  thief Dieb Diebes вор m воровской
  sailor Matrose Matrosen матрос m матросский
  giant Riese Riesen великан m великанский
  wall Mauer Mauer стена f стенной
  wagon Wagen Wagen повозка f гужевой
  morning Morgen Morgen утро n утренний
  summer Sommer Sommer лето n летний
  wood Holz Holz дерево n деревянный
  tide Flut Flut прилив m приливный`;

/** The roots of titles, the most frequent first. */
export const ROOTS = LINES.trim()
  .split('\n')
  .map((line): Root => {
    const [en = '', de = '', germanPart = '', ru = '', gender, adjective = ''] = line
      .trim()
      .split(' ');
    if (gender !== 'm' && gender !== 'f' && gender !== 'n') throw new Error(`no gender: ${line}`);
    return { nouns: { de, en, ru }, germanPart, gender, adjective };
  });

const ENDINGS: Readonly<Record<'soft' | 'hard', Readonly<Record<Gender, string>>>> = {
  hard: { m: '', f: 'ая', n: 'ое' },
  soft: { m: '', f: 'яя', n: 'ее' },
};

/** A Russian adjective in the gender of its noun. Other words stay as they are. */
export function inflect(adjective: string, gender: Gender): string {
  if (gender === 'm' || !/[ыои]й$/.test(adjective)) return adjective;
  const ending = ENDINGS[adjective.endsWith('ний') ? 'soft' : 'hard'][gender];
  return adjective.slice(0, -2) + ending;
}
