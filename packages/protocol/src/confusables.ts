/**
 * For each Latin letter of the reserved names, the characters that look like it: from confusables.txt of UTS 39, in lower case and without
 * marks, and the small capitals. Leaves out characters that compatibility decomposition (NFKD) already maps to the letter.
 */
// prettier-ignore
export const confusables: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪᗅᴀẚ\u{2376}\u{237a}ꓮ\u{102a0}\u{16f40}\u{1d6a8}\u{1d6c2}\u{1d6e2}\u{1d6fc}\u{1d71c}\u{1d736}\u{1d756}\u{1d770}\u{1d790}\u{1d7aa}',
  aa: 'Ꜳꜳ',
  ae: 'ÆæӔӕ',
  ao: 'Ꜵꜵ',
  ar: '\u{1f707}',
  ay: 'Ꜽꜽ',
  e: 'ɆɇΕЕеҽҿᎬᴇ\u{212e}\u{22ff}ⴹꓰꬲ\u{10286}\u{118a6}\u{118ae}\u{1d6ac}\u{1d6e6}\u{1d720}\u{1d75a}\u{1d794}',
  f: 'ſƑƒϜքᖴᵮẝꓝꜰꞘꞙꬵ\u{10287}\u{102a5}\u{10525}\u{118a2}\u{118c2}\u{1d213}\u{1d7ca}',
  l: '1I\u{7c}ŁłƖƗƚǀɫɭʟΙІӀ\u{5c0}\u{5d5}\u{5df}\u{627}\u{661}\u{673}\u{6f1}\u{7ca}ᏞᒪᛁℐℑⅠ\u{2223}\u{23fd}ⲒⳐⵏꓡꓲ\u{fd3c}\u{fd3d}\u{fe87}\u{fe88}\u{fe8d}\u{fe8e}Ｉ\u{ffe8}\u{1028a}\u{10309}\u{10320}\u{1041b}\u{10526}\u{118a3}\u{118b2}\u{16f16}\u{16f28}\u{1d22a}\u{1d408}\u{1d43c}\u{1d470}\u{1d4d8}\u{1d540}\u{1d574}\u{1d5a8}\u{1d5dc}\u{1d610}\u{1d644}\u{1d678}\u{1d6b0}\u{1d6ea}\u{1d724}\u{1d75e}\u{1d798}\u{1d7cf}\u{1d7d9}\u{1d7e3}\u{1d7ed}\u{1d7f7}\u{1e8c7}\u{1ee00}\u{1ee80}',
  ll: 'ǁ\u{5f0}\u{2016}Ⅱ\u{2225}\u{10199}',
  lll: 'Ⅲ',
  lo: 'Ю',
  lt: '\u{20b6}',
  n: 'ƝƞɳɴΝηոռᵰⲚꓠ\u{1018e}\u{10513}\u{1d6b4}\u{1d6c8}\u{1d6ee}\u{1d702}\u{1d728}\u{1d73c}\u{1d762}\u{1d776}\u{1d79c}\u{1d7b0}',
  o: '0ØøƟɵΘΟθοσϑϴОоѲѳӨөՕօ\u{5e1}\u{647}\u{665}\u{6be}\u{6c1}\u{6d5}\u{6f5}\u{6ff}\u{7c0}०০੦૦ଠ୦௦\u{c02}౦\u{c82}೦\u{d02}ഠ൦\u{d82}๐໐တဝ၀ჿዐᎾᏫᴏᴑ\u{2296}\u{229d}\u{236c}Ⲟⲟⴱⵁⵔ〇ꓳꝊꝋꬽꬾꭴꮎꮻ\u{fba6}\u{fba7}\u{fba8}\u{fba9}\u{fbaa}\u{fbab}\u{fbac}\u{fbad}\u{fcd9}\u{fee9}\u{feea}\u{feeb}\u{feec}\u{10292}\u{102ab}\u{10404}\u{1042c}\u{104c2}\u{104ea}\u{10516}\u{114d0}\u{118b5}\u{118c8}\u{118d7}\u{118e0}\u{1d21a}\u{1d6af}\u{1d6b6}\u{1d6b9}\u{1d6c9}\u{1d6d0}\u{1d6d4}\u{1d6dd}\u{1d6e9}\u{1d6f0}\u{1d6f3}\u{1d703}\u{1d70a}\u{1d70e}\u{1d717}\u{1d723}\u{1d72a}\u{1d72d}\u{1d73d}\u{1d744}\u{1d748}\u{1d751}\u{1d75d}\u{1d764}\u{1d767}\u{1d777}\u{1d77e}\u{1d782}\u{1d78b}\u{1d797}\u{1d79e}\u{1d7a1}\u{1d7b1}\u{1d7b8}\u{1d7bc}\u{1d7c5}\u{1d7ce}\u{1d7d8}\u{1d7e2}\u{1d7ec}\u{1d7f6}\u{1ee24}\u{1ee64}\u{1ee84}\u{1f714}',
  oe: 'Œœ',
  oo: '\u{221e}ꚘꚙꝎꝏ',
  p: 'ƥΡρϱРрᏢᑭᴘᵽ\u{2374}Ⲣⲣꓑ\u{10295}\u{1d6b8}\u{1d6d2}\u{1d6e0}\u{1d6f2}\u{1d70c}\u{1d71a}\u{1d72c}\u{1d746}\u{1d754}\u{1d766}\u{1d780}\u{1d78e}\u{1d7a0}\u{1d7ba}\u{1d7c8}',
  r: 'ƦɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ\u{104b4}\u{16f35}\u{1d216}',
  rn: 'mɱᴍᵯ\u{20a5}ⅿ\u{11700}\u{118e3}\u{1d426}\u{1d45a}\u{1d48e}\u{1d4c2}\u{1d4f6}\u{1d52a}\u{1d55e}\u{1d592}\u{1d5c6}\u{1d5fa}\u{1d62e}\u{1d662}\u{1d696}',
  t: 'ŦŧƭƮȾΤТҬᎢᴛᵵ\u{20ae}\u{22a4}\u{2361}\u{27d9}Ⲧꓔ\u{10297}\u{102b1}\u{10315}\u{118bc}\u{16f0a}\u{1d6bb}\u{1d6f5}\u{1d72f}\u{1d769}\u{1d7a3}\u{1f768}',
  tf: 'ꝷ',
  y: '\u{a5}ƴɎɏɣʏΥγϒУуҮүҰұყᎩᎽᶌỿℽⲨꓬꭚ\u{102b2}\u{118a4}\u{118dc}\u{16f43}\u{1d6bc}\u{1d6c4}\u{1d6f6}\u{1d6fe}\u{1d730}\u{1d738}\u{1d76a}\u{1d772}\u{1d7a4}\u{1d7ac}',
};
