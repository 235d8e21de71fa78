/** Words for streets in some thirty languages. */
import { WordSet } from '../text/word-set.ts';

/** Words that end a street's name, or begin it, as whole words. */
export const streetKinds = new WordSet(
  `street st avenue ave road rd lane ln drive dr boulevard blvd court ct place pl square sq terrace parkway pkwy
  highway hwy circle cir crescent close way trail alley row walk gardens grove mews hill
  rue allee chemin impasse quai via viale piazza corso vicolo largo calle avenida paseo plaza carrera camino rua
  travessa praca estrada rodovia ulica ul aleja plac ulitsa улица ул проспект пер caddesi cad sokak sok bulvari
  trg ulice namesti utca ter apt suite flat unit box postfach apartado avda av alameda strada plaza pr пр шоссе
  переулок бульвар вул вулиця просп jalan jl psc gate gata vei sokagi út tér körút οδός λεωφόρος đường phố`,
);
