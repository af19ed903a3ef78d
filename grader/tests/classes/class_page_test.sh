#!/usr/bin/env bash
# class_page_test.sh WARPGRADE COURSE RESULTS: a class whose names are markup, formulas and commas. Its pages are
# well-formed, no student's page names another one or a folder of this machine, gradebooks are those that platforms read,
# and compare50 is asked to compare what should be compared. RESULTS is left for the test in a browser.
set -euo pipefail
warpgrade=$1 course=$2 results=$3
source "$(dirname "$0")/../support/command_test.sh"
rm -rf "$results"
class() { "$warpgrade" class pile map --course "$course" --device simulator --sandbox auto --seed 7 --out "$results" "$@"; }

right=$course/reference/first_kernels/map.cu stub=$course/student/first_kernels/map.cu
mkdir -p pile/{901,902,903,904,905}
cp "$right" pile/901/map.cu
cp "$stub" pile/902/map.cu
sed 's/out\[i\] =/out[i + 1] =/' "$right" > pile/903/map.cu
printf '#include "warpgrade/ops.cuh"\n#error "</pre><script>alert(1)</script>"\n' > pile/904/map.cu
sed 's/out\[i\] =/out[i + 1] =/; 1i // the same mistake' "$right" > pile/905/map.cu
# As Canvas exports it. The script and the formula are names of students.
cat > roster.csv << 'TABLE'
Student,ID,SIS User ID,SIS Login ID,Section,Homework 1
    Points Possible,,,,,10
"Lovelace, Ada",901,U1,ada,"A, 1",
<script>alert('bob')</script>,902,U2,bob,"A, 1",
"=HYPERLINK(""http://x"";""eve"")",903,U3,eve,"A, 1",
"""><img src=x onerror=alert(2)>",904,U4,"d<b>",B,
Zoë Same,905,U5,zoe,B,
Nobody Atall,906,U6,nobody,B,
TABLE

run 2 class --similarity # compare50 is not here, or the test would compare nothing
says "--similarity needs compare50, which is not on PATH. Install it: pip install compare50"

run 0 class --roster roster.csv
says "6 students, 5 attempts, 1 without one."
says "Class page: "

diff - "$results/gradebook_canvas.csv" << 'TABLE' || fail "gradebook_canvas.csv is another one"
Student,ID,SIS User ID,SIS Login ID,Section,map
Points Possible,,,,,2
"Lovelace, Ada",901,U1,ada,"A, 1",2
<script>alert('bob')</script>,902,U2,bob,"A, 1",0
"'=HYPERLINK(""http://x"";""eve"")",903,U3,eve,"A, 1",0
"""><img src=x onerror=alert(2)>",904,U4,d<b>,B,0
Zoë Same,905,U5,zoe,B,0
Nobody Atall,906,U6,nobody,B,
TABLE
diff - "$results/gradebook_moodle.csv" << 'TABLE' || fail "gradebook_moodle.csv is another one"
Full name,ID number,Email address,Username,map
"Lovelace, Ada",U1,,ada,2
<script>alert('bob')</script>,U2,,bob,0
"'=HYPERLINK(""http://x"";""eve"")",U3,,eve,0
"""><img src=x onerror=alert(2)>",U4,,d<b>,0
Zoë Same,U5,,zoe,0
Nobody Atall,U6,,nobody,-
TABLE
diff - "$results/gradebook_blackboard.csv" << 'TABLE' || fail "gradebook_blackboard.csv is another one"
"Username","Student ID","map [Total Pts: 2 Score]"
"ada","U1","2"
"bob","U2","0"
"eve","U3","0"
"d<b>","U4","0"
"zoe","U5","0"
"nobody","U6",""
TABLE
[[ ! -e $results/gradebook_moodle_worksheet.csv ]] || fail "a worksheet of Moodle needs Moodle's numbers"

python3 - "$results" "$course" << 'PYTHON'
import base64, hashlib, pathlib, sys, xml.etree.ElementTree
results, course = pathlib.Path(sys.argv[1]), sys.argv[2]
names = {"901": "Lovelace", "902": "bob", "903": "HYPERLINK", "904": "onerror", "905": "Same", "906": "Atall"}

def root(page):
    return xml.etree.ElementTree.fromstring(page.read_text().split("\n", 1)[1])

pages = sorted((results / "students").iterdir())
assert [page.name for page in pages] == [f"{id}.html" for id in list(names)[:-1]], pages
for page in pages:
    text = page.read_text()
    scripts = list(root(page).iter("script"))
    assert len(scripts) == 1, f"{page.name} has a script that is not the page's own"
    own = base64.b64encode(hashlib.sha256(scripts[0].text.encode()).digest()).decode()
    assert f"script-src 'sha256-{own}'" in text, f"the policy of {page.name} does not name its script"
    for id, name in names.items():
        assert (name in text) == (id == page.stem), f"{page.name} and {name}"
    for folder in (course, str(results), results.parent.as_posix()):
        assert folder not in text, f"{page.name} names {folder}: " + text[text.find(folder):][:200]

index = root(results / "index.html")
assert len(list(index.iter("script"))) == 1 and not list(index.iter("img"))
rows = {row[0].find("a").text if row[0].find("a") is not None else row[0].text: ["".join(cell.itertext()) for cell in row[1:]]
        for row in index.find(".//*[@id='students']//tbody")}
assert rows == {"Lovelace, Ada": ["2", "✓", "✓"],
                "<script>alert('bob')</script>": ["0", "○", "○"],  # the stub's broken kernel too
                '=HYPERLINK("http://x";"eve")': ["0", "✗", "✗"],
                '"><img src=x onerror=alert(2)>': ["0", "✗", "✗"],
                "Zoë Same": ["0", "✗", "✗"],
                "Nobody Atall": ["0", "", ""]}, rows
for link in index.iter("a"):
    file, _, anchor = link.get("href").partition("#")
    page = root(results / file) if file.endswith("html") else index
    assert (results / file).exists(), file
    assert not anchor or page.find(f".//*[@id='{anchor}']") is not None, link.get("href")
def section(name): return "".join(index.find(f".//*[@id='{name}']").itertext())
assert "2 of 3" in section("hardest"), section("hardest")
mistakes = [["".join(cell.itertext()) for cell in row] for row in index.find(".//*[@id='mistakes']//tbody")]
together = [row for row in mistakes if row[0] == "2"]
assert [row[1].split("N bytes")[0] for row in together] == [
    f"map/{task}: out of boundsThe kernel writes " for task in ("repair", "write")], mistakes
assert all("out[N]" in row[1] and "HYPERLINK" in row[2] and "Same" in row[2] for row in together), together
assert sum("compile error" in row[1] for row in mistakes) == 1, mistakes  # of two tasks
for text in ("Handed in nothing", "Nobody Atall", "Not started"): assert text in section("apart"), text
PYTHON

# compare50, as far as it is ours: it is asked for each exercise once, with what everybody has as its base
mkdir bin
cat > bin/compare50 << 'SCRIPT'
#!/usr/bin/env bash
[[ $1 == --version ]] && exit
own=$(dirname "$0")
[[ ! -e $own/broken ]] || { echo "it broke"; exit 1; }
printf '%s\n' "$@" > "$own/asked"
while [[ $1 != -d ]]; do [[ $1 == -o ]] && pages=$2; shift; done
cat "${@:2}" > "$own/base"
mkdir "$pages" && echo '<html/>' > "$pages/index.html"
SCRIPT
chmod +x bin/compare50
export PATH=$PWD/bin:$PATH
run 0 class --roster roster.csv --similarity
for id in 901 902 903 904 905; do grep -qx "$id/map.cu" bin/asked || fail "$id is not compared"; done
grep -qF "$(grep -m1 __global__ "$stub")" bin/base || fail "the stub is no base"
grep -qF 'href="similarity/map/index.html"' "$results/index.html" || fail "the page does not lead to what is similar"
touch bin/broken
run 2 class --roster roster.csv --similarity
says "Could not be compared: map: it ended with an error: it broke"
rm bin/broken
run 0 class --roster roster.csv --similarity

# of an attempt that is gone there is no page
rm -r pile/905
run 0 class --roster roster.csv
[[ ! -e $results/students/905.html ]] || fail "the page of an attempt that is gone is still there"

# A copy with other names, or blocks of another size, is told beside its original; another way to do it is not.
mkdir -p alike/{blocks,copied,own,original}
sed 's/kBlockThreads = 256/kBlockThreads = 128/' "$right" > alike/blocks/map.cu
cp "$right" alike/original/map.cu
sed -E 's/\bi\b/position/g; s/square_kernel/my_kernel/g; s,//.*,,' "$right" > alike/copied/map.cu
cp "$course/reference/first_kernels/right/map/four_at_a_time.cu" alike/own/map.cu
run 0 "$warpgrade" class alike map --course "$course" --device simulator --sandbox auto --seed 7 --out "$results-alike"
python3 - "$results-alike/index.html" << 'PYTHON'
import base64, hashlib, pathlib, sys, xml.etree.ElementTree
index = xml.etree.ElementTree.fromstring(pathlib.Path(sys.argv[1]).read_text().split("\n", 1)[1])
rows = [["".join(cell.itertext()) for cell in row] for row in index.find(".//*[@id='same_work']//tbody")]
assert [["3", "map", "repair, write", "blocks, copied, original"]] == rows, rows
PYTHON
rm -r "$results-alike"
