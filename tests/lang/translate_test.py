#!/usr/bin/env python3
"""Tests of gettext export and import of the languages: python3 translate_test.py"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "translate"))

import catalogue
import po
import pseudo
import templates

CODES = json.loads((catalogue.LANG / "languages.json").read_text())
SOURCE = catalogue.read(catalogue.SOURCE)
POLISH = {"plurals": {"1": 1, "*2": 2, "*3": 2, "*4": 2, "*12": 3, "*13": 3, "*14": 3, "*": 3}}


class RoundTrip(unittest.TestCase):
    def test_LANG_1_every_language_survives_export_and_import(self):
        for code in CODES:
            language = catalogue.read(code)
            text = po.to_po(code, language, SOURCE)
            self.assertEqual(po.from_po(text), (code, language))

    def test_LANG_1_a_translator_may_change_every_plural_form(self):
        text = po.to_po("en", SOURCE, SOURCE)
        path = next(path for path, words in catalogue.texts_of(SOURCE).items() if "{number|card|cards}" in words)
        before = catalogue.texts_of(SOURCE)[path]
        entry = po.entry(path, before, before, 2)
        changed = entry.replace("cards", "kittens")
        code, language = po.from_po(text.replace(entry, changed))
        self.assertEqual(catalogue.texts_of(language)[path], before.replace("|cards}", "|kittens}"))

    def test_LANG_1_what_is_untranslated_or_fuzzy_is_left_out(self):
        text = po.header("de", {"plurals": {"1": 1, "*": 2}}) + """

#, fuzzy
msgctxt "ui.yes"
msgid "Yes"
msgstr "Vielleicht"

msgctxt "ui.no"
msgid "No"
msgstr ""

msgctxt "ui.goodbye"
msgid "Bye!"
msgstr "Tschüss!\\n\\"Miau\\""
"""
        self.assertEqual(po.from_po(text)[1]["ui"], {"goodbye": 'Tschüss!\n"Miau"'})

    def test_LANG_1_a_broken_file_is_reported_by_line(self):
        for text, reason in (('msgid "x\n', "line 1"), ('"x"\n', "line 1"), ('msgfoo "x"\n', "msgfoo"), ("", "header")):
            with self.assertRaisesRegex(po.PoError, reason):
                po.from_po(text)

    def test_LANG_1_plural_rules_are_CLDRs(self):
        rule = po.plural_rule(POLISH)
        expression = rule.split("plural=")[1].rstrip(";")

        def index(n):  # C's conditional, read by Python
            text = expression
            while "?" in text:
                condition, _, rest = text.strip("()").partition(" ? ")
                value, _, text = rest.partition(" : ")
                if eval(condition, {"n": n}):
                    return int(value)
            return int(text.strip("()"))

        self.assertEqual([index(n) for n in (1, 2, 4, 5, 12, 22, 25, 112)], [0, 1, 1, 2, 2, 1, 2, 2])


class Checks(unittest.TestCase):
    def test_LANG_1_faults_of_translations_are_found(self):
        source = "{seat} draws {number} {number|card|cards}."
        faults = lambda text: " ".join(templates.faults(source, text, 2))
        self.assertEqual(faults("{seat} zieht {number} {number|Karte|Karten}."), "")
        self.assertIn("lacks {seat}", faults("Zieht {number} {number|Karte|Karten}."))
        self.assertIn("unknown {player}", faults("{player} {seat} {number} {number|Karte|Karten}."))
        self.assertIn("needs 2 plural forms", faults("{seat} {number} {number|Karte}."))
        self.assertIn("brace", faults("{seat} {number} {number|Karte|Karten"))
        self.assertIn("particle", faults("{seat:을/를} {number} {number|a|b}."))

    def test_LANG_1_what_is_shipped_has_no_fault(self):
        done = subprocess.run([sys.executable, ROOT / "tools" / "translate", "check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


class NoLanguageIsSpecial(unittest.TestCase):
    def test_LANG_2_code_names_no_translation(self):
        names = {f'"{code}"' for code in CODES if code != catalogue.SOURCE}
        for folder in ("src", "web/src"):
            for file in (ROOT / folder).rglob("*.*"):
                if file.suffix in (".h", ".cpp", ".ts", ".svelte"):
                    text = file.read_text(encoding="utf-8")
                    self.assertEqual([name for name in names if name in text], [], file)

    def test_LANG_2_every_language_has_all_texts(self):
        wanted = set(catalogue.texts_of(SOURCE))
        for code in CODES:
            self.assertEqual(set(catalogue.texts_of(catalogue.read(code))), wanted, code)


class PseudoLanguages(unittest.TestCase):
    def test_LANG_1_pseudo_languages_keep_every_placeholder(self):
        sources = catalogue.texts_of(SOURCE)
        for kind in pseudo.KINDS:
            for path, text in catalogue.texts_of(pseudo.make(kind)).items():
                self.assertEqual(templates.placeholders(text), templates.placeholders(sources[path]), path)

    def test_LANG_1_en_XA_is_two_fifths_longer_and_has_brackets(self):
        text = pseudo.accented("Draw a card to end your turn.")
        self.assertTrue(text.startswith("[Đŕàŵ") and text.endswith("]"))
        self.assertGreaterEqual(len(text), 1.35 * len("Draw a card to end your turn."))


    def test_LANG_1_pseudo_languages_change_every_word_and_no_placeholder_alone(self):
        self.assertEqual(pseudo.make("ar-XB")["grammar"]["direction"], "rtl")
        texts = catalogue.texts_of(pseudo.make("en-XA"))
        self.assertEqual(pseudo.changed("en-XA", "events.saw.own.#1", "{card_lines}"), "{card_lines}")
        self.assertIn("ç", pseudo.changed("en-XA", "web.cards", "{number} {number|card|cards}"))
        for name, most in pseudo.LONGEST.items():
            longest = max(len(text) for path, text in texts.items() if path.startswith("cards.") and path.endswith("." + name))
            self.assertLessEqual(longest, most + len("[]"))


class NewLanguage(unittest.TestCase):
    def test_LANG_1_an_empty_language_can_be_filled_by_gettext(self):
        language = {"grammar": {"plurals": {"1": 1, "*": 2}}}
        text = po.to_po("de", language, SOURCE)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "de.po").write_text(text)
        self.assertEqual(po.from_po(text), ("de", language))
        self.assertEqual(len(list(po.read_entries(text))) - 1, len(catalogue.texts_of(SOURCE)))


if __name__ == "__main__":
    unittest.main()
