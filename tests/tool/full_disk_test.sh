#!/usr/bin/env bash
# Outputs on a disk that is full, has no names left or cannot be written: a message with the path and the reason, exit
# code 2, and the old outputs stay. The disks are made for it, in memory.
#
#   full_disk_test.sh ISHI     prints a line a check that fails; exits with 1 if one did, 77 if there can be no disks
set -uo pipefail

ishi=$(realpath "$1")
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
# What is mounted is seen by this test alone, and is gone when it ends.
if [ "${2:-}" != apart ]; then
  apart=(unshare --mount)
  [ "$(id -u)" -eq 0 ] || apart+=(--user --map-root-user)
  if ! "${apart[@]}" mount -t tmpfs none /mnt 2>/dev/null; then
    echo "NOT TESTED: full disks, which this system does not let be made"
    exit 77
  fi
  exec "${apart[@]}" bash "$0" "$ishi" apart
fi
source "$tests/shell_checks.sh"
source "$tests/tool/refusals.sh"

mkdir disk
mount -t tmpfs -o size=256k none disk
place disk
dd if=/dev/zero of=disk/rest bs=4k 2>/dev/null
all_refused "No space left on device"
rm disk/rest
accepted
umount disk

mount -t tmpfs -o size=256k,nr_inodes=12 none disk
place disk
for i in $(seq 12); do : >"disk/$i"; done 2>/dev/null
all_refused "No space left on device"
rm disk/[0-9]*
accepted
umount disk

mount -t tmpfs -o size=256k none disk
place disk
mount -o remount,ro disk
all_refused "Read-only file system"
mount -o remount,rw disk
accepted
umount disk

finish
