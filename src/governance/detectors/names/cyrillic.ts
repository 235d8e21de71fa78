/** Names of persons in Russian, Ukrainian, Bulgarian and Serbian, in every case of their declension: a given name, and what ends as names of a father or a family do. */

/** Given names without the ending that their case decides. */
const stems =
  `Александр Олександр Алексе Олекси Анатоли Андре Андрі Антон Аркади Артем Артём Артур Афанаси Богдан Борис Вадим Валентин Валери
Васил Василь Вениамин Викт Виктор Віктор Виталь Витали Віталі Владимир Володимир Владислав Всеволод Вячеслав Геннади Георги Герман Глеб Григори Гриш Давид Данил Данила
Даниил Денис Дмитри Дмитр Евгени Євген Егор Ефим Захар Иван Іван Игнат Игор Ігор Иль Илларион Иосиф Кирилл Константин Костянтин Леонид Леонід Макар Максим Марат Марк
Матве Миха Михаил Михайл Микол Никита Никит Николай Никола Олег Остап Павл Павел Петр Пётр Петро Прохор Радислав Рамзан Рашид Ринат Роман Ростислав Руслан Савели Семен Семён
Серге Сергі Станислав Степан Тарас Тимофе Тимур Фарид Федор Фёдор Филипп Шамиль Эдуард Эльдар Юли Юри Юрі Яков Ярослав
Алекс Алин Алис Алл Анастаси Ангелин Анжелик Анн Антонин Валенти Варвар Вер Вероник Виктори Вікторі Галин Дарь Дари Диан Екатерин Катерин Елен Олен Елизавет Жанн Зинаид Зо Инн
Ирин Ірин Камил Карин Кристин Ксени Лар Ларис Лид Лиди Лили Любов Людмил Маргарит Марин Мари Марь Марі Май Милан Надежд Над Наталь Натали Наталі Нин Оксан Ольг Полин Раис Регин Рит
Светлан Світлан Соф Софь Софи Софі Таис Тамар Татьян Тетян Улья Ульян Эльвир Эмм Юл Юлиан Ян Ярослав
Димитър Георг Йордан Стефан Стоян Тодор Христо Драган Зоран Милош Милан Небојш Јован Никол Горан Слобода Стеван`
    .split(/\s+/)
    .join('|');
/** What stands behind the stem, none of it long. */
const declined = '(?:[аяйьеёиоуыюіїєј]|[оеёыиія][ймю]|ем|ём|ом|и[ийюяе]|ії|ію|ією|я|ею|ою)?';
/** Letters of the script, and Latin ones that look like them. In ranges: what Unicode has of letters takes the engine 50 ms to make ready. */
const capital = '[A-ZЀ-Я\\u0460-\\u052f]';
const small = '[a-zа-џ\\u0460-\\u052f]';
const fathers = `${capital}${small}{1,30}(?:ович|евич|йович|івн|овн|евн|ичн|инич)${small}{0,3}`;
const families = `${capital}${small}{1,30}(?:(?:ов|ев|ёв|єв|ін|їн|ин|ын)${small}{0,3}|(?:ськ|ск|цк|цьк)${small}{2,3}|енко|ченко|ко|чук|юк|ук|як|ян|дзе|швили|ић|ич|ия|ев)(?:-${capital}${small}{1,30})?`;
const initial = `${capital}\\.`;

const name = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:` +
    `(?:${stems})${declined} (?:(?:${fathers})(?: ${families})?|${families})|` +
    `${families} (?:${stems})${declined}(?: ${fathers})?|` +
    `${families} ${initial} ?${initial}|${initial} ?${initial} ?${families}` +
    `)(?![\\p{L}\\p{N}_])`,
  'gu',
);
/** A capital, and a small letter of the script behind another one of it: texts of all scripts at random have no such pair. */
const hints = [/[А-ЯІЇЄЈ]/, /[\u0400-\u04ff][\u0430-\u045f]/];

export function findCyrillic(text: string): readonly (readonly [start: number, end: number])[] {
  if (!hints.every((hint) => hint.test(text))) return [];
  return Array.from(text.matchAll(name), ({ index, 0: found }) => [index, index + found.length]);
}
