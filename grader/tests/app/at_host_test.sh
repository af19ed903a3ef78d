#!/usr/bin/env bash
# at_host_test.sh WARPGRADE COURSE: ./grade --at HOST over a real sshd on this machine, with its own port and keys. Two students
# have keys, a third has none. What comes is checked by the instructor's course and kept; nobody gets at another's files, and
# nothing that is sent in another form is taken. Where there is no GPU, the simulator checks and nothing is timed.
set -euo pipefail
warpgrade=$1 course=$2
source "$(dirname "$0")/../support/command_test.sh"
sshd=$(command -v sshd || ls /usr/sbin/sshd 2> /dev/null || true)
[[ -n $sshd ]] && command -v ssh > /dev/null || { echo "no sshd here: openssh-server is not installed"; exit 77; }
trap 'kill "$(cat sshd.pid 2> /dev/null)" 2> /dev/null || true; rm -rf "$work"' EXIT

# A course whose first task gives points for speed.
mkdir course
for folder in assignments student reference; do mkdir course/$folder; cp -r "$course/$folder/first_kernels" course/$folder/; done
python3 - << 'PYTHON'
file = "course/assignments/first_kernels/map/exercise.toml"
text = open(file).read()
timing = '[task.timing]\noperator = "square"\nsizes = [2_097_408]\n[[task.timing.tier]]\npoints = 1\nreference_ratio = 8\n\n'
before, second = text.split('[[task]]\nname   = "repair"')
open(file, "w").write(before + timing + '[[task]]\nname   = "repair"' + second)
PYTHON
cp -r course handed_out
rm -r handed_out/reference
printf 'format = 1\nat = "gpu"\n' > handed_out/course.toml
right=course/reference/first_kernels/map.cu
for student in ada bob; do mkdir -p $student/first_kernels; cp $right $student/first_kernels/map.cu; done
sed -i 's/out\[i\] =/out[i + 1] =/' bob/first_kernels/map.cu
echo "// bob's own work" >> bob/first_kernels/map.cu

# The course's machine. Its account is this one; what a key may do is in authorized_keys.
for key in host ada bob eve; do ssh-keygen -q -t ed25519 -N '' -f $key.key; done
{ echo student,key; for student in ada bob; do echo "$student,$(cat $student.key.pub)"; done; } > keys.csv
run 2 "$warpgrade" receive setup --course course
says "say where attempts are kept"
printf 'student,key\nada,%s\neve,%s\n' "$(cat ada.key.pub)" "$(cat ada.key.pub)" > twice.csv
run 2 "$warpgrade" receive setup --course course --keep kept --keys twice.csv
says "twice.csv:3: ada and eve have the same key"
printf 'student,key\nada,command="sh" ssh-rsa AAAA\n' > options.csv
run 2 "$warpgrade" receive setup --course course --keep kept --keys options.csv
says "this is no public key"
echo "ssh-rsa AAAAother own" > authorized_keys
for _ in once again; do
  run 0 "$warpgrade" receive setup --course course --keep kept --keys keys.csv --authorized-keys authorized_keys --an-hour 4 --sandbox auto
done
says "2 keys may send requests, and do nothing else"
[[ $(wc -l < authorized_keys) == 3 && $(grep -c '^restrict,command=' authorized_keys) == 2 ]] || { cat authorized_keys; fail "the keys are not there once"; }
[[ $(stat -c %a kept) == 700 ]] || fail "others may read what is kept"
cat ada.key.pub > plain_keys
run 2 "$warpgrade" receive setup --course course --keep kept --keys keys.csv --authorized-keys plain_keys
says "has another line with the key of ada"
grep -q "\"auto\"" kept/class.json || { cat kept/class.json; fail "a setup that was refused has changed the folder"; }
run 2 "$warpgrade" class ada map --course course --out kept --sandbox auto
says "keeps what comes over SSH"
port=$((20000 + $$ % 20000))
cat > sshd.conf << CONF
Port $port
ListenAddress 127.0.0.1
HostKey $work/host.key
PidFile $work/sshd.pid
AuthorizedKeysFile $work/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
MaxStartups 300
CONF
mkdir -p /run/sshd 2> /dev/null || true
"$sshd" -f sshd.conf -E sshd.log || { cat sshd.log 2> /dev/null || true; echo "sshd can't run here"; exit 77; }
ssh_as() { echo "ssh -F none -p $port -i $work/$1.key -o HostName=127.0.0.1 -o IdentitiesOnly=yes -o BatchMode=yes -o UserKnownHostsFile=$work/known -o StrictHostKeyChecking=accept-new -o LogLevel=ERROR"; }
raw() { local who=$1; shift; $(ssh_as "$who") -T gpu "$@"; }
at_host() { WARPGRADE_SSH=$(ssh_as "$1") "$warpgrade" check "${@:2}" --course handed_out --submission "$1"; }
raw ada < /dev/null > out 2>&1 || true
grep -q '"refused"' out || { cat out sshd.log; fail "a connection does not lead to warpgrade receive"; }

# right here, so it is checked there; and the same files a second time are no new work
run 0 at_host ada map/write
says "gpu takes times for this course: ./grade --at course map"
run 0 at_host ada map/write --at course --as "Countess"
says "at gpu"
[[ -e kept/attempts/ada-1/first_kernels/map.cu ]] || fail "the attempt is not kept"
run 0 at_host ada map/write --at gpu
[[ ! -e kept/attempts/ada-2 ]] || fail "the same files are a new attempt"
nvidia-smi > /dev/null 2>&1 || says "there is no GPU, so nothing is timed"
ls kept/pieces/*.for_gpu > /dev/null || fail "a file that is the reference's own is not timed"
# wrong here, so nothing goes there
run 1 at_host bob map/write --at gpu
says "Nothing went to gpu"
[[ ! -e kept/attempts/bob-1 ]] || fail "wrong work went there"
# no key, no host
mkdir -p eve/first_kernels && cp $right eve/first_kernels/map.cu
run 2 at_host eve map/write --at gpu
says "ssh could not reach gpu"
run 2 at_host ada map/write --at -oProxyCommand=x
says "is no name of a host"

# what is no request of ours: nothing is graded, and each is told why
version=$("$warpgrade" --version | cut -d' ' -f2)
request() {
  python3 - "$@" << 'PYTHON' | sed "s/VERSION/$version/"
import json, sys
changes = dict(word.split("=", 1) for word in sys.argv[1:])
source = open("ada/first_kernels/map.cu").read() + "\n// " + changes.pop("comment", "")
request = {"warpgrade": 1, "version": "VERSION", "exercises": ["map"], "shown_as": "", "files": {"first_kernels/map.cu": source.encode().hex()}}
for key, value in changes.items():
    if key == "name": request["files"] = {value: source.encode().hex()}
    elif key == "size": request["files"] = {"first_kernels/map.cu": "00" * int(value)}
    else: request[key] = json.loads(value)
print(json.dumps(request))
PYTHON
}
refused() { local words=$1; shift; { request "$@" 2> /dev/null || true; } | { raw ada > out 2>&1 || true; }; grep -q '"refused"' out && grep -qF "$words" out || { head -c 600 out; fail "not refused: $*"; }; }
refused "is no name of a file of a submission" name=../../../../etc/x.cu
refused "is no name of a file of a submission" name=first_kernels/../../x.cu
refused "larger than 1 MB" size=1500000
refused "larger than 4 MB" size=40000000
refused "don't understand each other" warpgrade=2
refused "there is no exercise 'mop'" 'exercises=["mop"]'
refused "no message of warpgrade" 'exercises="map"'
refused "no message of warpgrade" 'files=[1, 2]'
head -c 200 <(request) | { raw ada > out 2>&1 || true; }
grep -q "ended in the middle" out || fail "half a request"
raw ada "cat $work/kept/class.json" < /dev/null > out 2>&1 || true
! grep -q seed out || fail "a key gets a shell"
[[ $(ls kept/attempts) == ada-1 ]] || { ls kept/attempts; fail "a refused request is kept"; }
# a result that a student makes up is a file among others: it is compiled, and fails
request 'result="{}"' comment=forged | { raw bob > out 2>&1 || true; }
grep -q '"kind":"result"' out || { head -c 600 out; fail "a request with more in it is graded by what is known"; }
[[ -e kept/attempts/bob-1/first_kernels/map.cu ]] || fail "bob's request is not kept as bob's"
# another version of the client is told
request 'version="9.9"' comment=forged | { raw bob > out 2>&1 || true; }
grep -q "this machine has warpgrade" out || fail "another version is not told"

# a student who hangs up leaves the line, and does not stop others; a newer request takes the place of an older one
python3 - kept << 'PYTHON' &
import fcntl, os, sys, time
os.makedirs("kept/waiting", exist_ok=True)
with open("kept/waiting/00000000000000000000001.zoe.1", "w") as first:  # somebody who is served now
    fcntl.flock(first, fcntl.LOCK_EX)
    open("holds", "w").close()
    while not os.path.exists("served"): time.sleep(0.1)
PYTHON
holder=$!
while [[ ! -e holds ]]; do sleep 0.1; done
start() { mkfifo "$1.in"; (exec $(ssh_as "$2") -T gpu < "$1.in" > "$1.out" 2>&1) & eval "$1=$!"; exec {fd}> "$1.in"; request "comment=$3" >&"$fd"; eval "${1}_fd=$fd"; }
waits() { for _ in $(seq 600); do grep -q '"waits"' "$1.out" 2> /dev/null && return; sleep 0.1; done; cat "$1.out"; fail "$1 does not wait"; }
start first ada one && waits first
start second bob two && waits second
grep -q '"number":2' second.out || { cat second.out; fail "bob is the third"; }
start third ada three && waits third
for _ in $(seq 600); do grep -q '"refused"' first.out && break; sleep 0.1; done
grep -q "a newer request of yours" first.out || { cat first.out; fail "ada waits twice"; }
exec {second_fd}>&-  # bob hangs up
kill "$second" 2> /dev/null || true
for _ in $(seq 600); do [[ $(ls kept/waiting | wc -l) == 2 ]] && break; sleep 0.1; done
[[ $(ls kept/waiting | wc -l) == 2 ]] || { ls kept/waiting; fail "who hangs up still waits"; }
touch served
wait $holder
for _ in $(seq 600); do grep -q '"kind":"result"' third.out && break; sleep 0.1; done
grep -q '"kind":"result"' third.out || { cat third.out; fail "ada is not served"; }
exec {third_fd}>&- {first_fd}>&-
wait
# so many an hour and no more; the other student is not held up by it
request comment=four | { raw ada > out 2>&1 || true; }
grep -q '"kind":"result"' out || { head -c 600 out; fail "the fourth request of an hour"; }
refused "4 requests in an hour are what this course allows" comment=five

# where the reference itself falls short, nobody's points are lost
sed -i 's/out\[i\] =/out[i + 1] =/' $right
request comment=six | { raw bob > out 2>&1 || true; }
grep -q '"fault"' out && grep -q "falls short of its own exercises" out || { head -c 600 out; fail "a wrong reference grades others"; }
grep -q "^map/" kept/receive.log || { cat kept/receive.log; fail "the log does not say where the reference falls short"; }
run 2 "$warpgrade" class status kept
says "the reference falls short, so nothing is graded"

# books and board come from what is kept
run 0 "$warpgrade" class board kept
says "Board: kept/board.html"
grep -q '^ada,' kept/gradebook.csv && grep -q '^bob,' kept/gradebook.csv || { cat kept/gradebook.csv; fail "the gradebook lacks a student"; }
! grep -rq "bob's own work" kept/students/ada* || fail "ada's page holds bob's work"
if nvidia-smi > /dev/null 2>&1; then grep -q Countess kept/board.html || fail "the board does not name who wants it"; fi
