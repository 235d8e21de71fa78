/** Commands of typesetters, `\theta` and `\newline`, which begin as an escape does, `\t` and `\n`. Those whose rest is a word are left out: somebody may have written that. */

const commands: ReadonlySet<string> = new Set(
  [
    'backslash bar baselineskip baselinestretch beamer beamertemplate begin begingroup beta bfseries bibitem',
    'bibliography bibliographystyle bigcap bigcup bigl bigr bigskip binom boldsymbol bookmark boolean boxed break',
    'breve bullet fancyhead fancyhf fermata figurename firstname flalign flat flushleft footnote footnotemark',
    'footnotesize footnotetext footrule forall frac framebox frametitle frenchspacing frontmatter frqq nabla',
    'nameref natural ncong nearrow neg neq new newblock newboolean newcommand newcommandx newcount newcounter',
    'newenvironment newfont newglossaryentry newif newlabel newlength newline newpage newtheorem nobreak nocite',
    'node nofiles noindent nolimits nolinebreak nonumber nopagebreak normalfont normalsize notag notin nsubseteq',
    'null numberwithin numericTimeSignature nwarrow raggedleft raggedright raisebox ref refname refstepcounter',
    'relative relax renewcommand renewenvironment repeat resizebox rhd rho right rightarrow rightharpoonup',
    'rightmark rmfamily roman rotatebox rule tabcolsep tableofcontents tabular tanh tau tbinom tcolorbox temp tempo',
    'tensor tex text textasciitilde textbackslash textbf textcircled textcolor textdegree texteuro textfloatsep',
    'textgreater textheight textit textless textmd textnormal textquoteright textregistered textrm textsc textsf',
    'textsl textstyle textsubscript textsuperscript texttrademark texttt textunderscore textup textwidth tfrac',
    'thanks thechapter theequation thefigure theorem thepage therefore thesection theta thickapprox thicksim',
    'thinspace thispagestyle tieDashed tikz tikzset tilde time times tiny title titleformat titlepage tocdepth',
    'topmargin topskip transpose triangle triangleleft triangleright ttfamily tuplet twocolumn twoheadrightarrow',
    'typeout varepsilon varkappa varnothing varphi varpi varrho varsigma vartheta vec vee verb verbatiminput vert',
  ].flatMap((line) => line.split(' ')),
);
const longest = Math.max(...Array.from(commands, ({ length }) => length));

/** Whether the letters from `at` on, all of them, are such a command. */
export function isCommand(text: string, at: number): boolean {
  let end = at;
  while (end - at <= longest && isLetter(text.charCodeAt(end))) end++;
  return commands.has(text.slice(at, end));
}

function isLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122;
}
